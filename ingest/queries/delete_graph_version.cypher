// Delete the version of the graph.
MATCH (version:graphVersion)
DELETE version
