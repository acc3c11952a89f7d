// What changes with each batch of records that is loaded, and with each build of the layer.
// Out: state.
MATCH (shard:shard)
WITH count(shard) + ' ' + toString(max(shard.loadedAt)) AS loaded
OPTIONAL MATCH (version:graphVersion)
RETURN loaded + ' ' + coalesce(toString(version.layerChangedAt), '') AS state
LIMIT 1
