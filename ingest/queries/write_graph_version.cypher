// Remember what the graph is made with.
// In: $properties.
MERGE (version:graphVersion)
SET version = $properties
