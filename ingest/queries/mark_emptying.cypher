// Mark the graph as being emptied, so that the rest is not mistaken for a complete graph.
MATCH (version:graphVersion)
SET version.emptying = true
