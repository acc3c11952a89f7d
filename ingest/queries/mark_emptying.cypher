// Remember that the graph is being emptied, so that nobody takes what is left for whole.
MATCH (version:graphVersion)
SET version.emptying = true
