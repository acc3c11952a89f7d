// Store the version of the graph.
// In: $properties, $probe.
MERGE (version:graphVersion)
SET version = $properties, version.probe = $probe
