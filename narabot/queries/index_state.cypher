// Return a value that changes when a batch of records is loaded or the knowledge layer is built.
// Out: state.
MATCH (shard:shard)
WITH count(shard) + ' ' + toString(max(shard.loadedAt)) AS loaded
OPTIONAL MATCH (version:graphVersion)
RETURN loaded + ' ' + coalesce(toString(version.layerChangedAt), '') AS state
LIMIT 1
