// Remember what the graph is made with.
// In: $properties, $probe.
MERGE (version:graphVersion)
SET version = $properties, version.probe = $probe
