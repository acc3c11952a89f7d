// Mark the graph as being emptied, so that its remains are not mistaken for a complete graph.
MATCH (version:graphVersion)
SET version.emptying = true
