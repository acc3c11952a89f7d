// Return the embedding that the graph's model computed for the probe sentence. Comparing the
// embeddings of this sentence distinguishes models.
// Out: probe; null in graphs that predate the probe; no row for an empty database.
MATCH (version:graphVersion)
RETURN version.probe AS probe
LIMIT 1
