// Forget what the graph was made with.
MATCH (version:graphVersion)
DELETE version
