// What the graph's embedding model makes of the sentence by which models are told apart.
// Out: probe; null for a graph that was made before it was kept; no row for an empty database.
MATCH (version:graphVersion)
RETURN version.probe AS probe
LIMIT 1
