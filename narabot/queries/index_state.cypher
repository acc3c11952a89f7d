// What changes with each batch of records that is loaded.
// Out: state.
MATCH (shard:shard)
RETURN count(shard) + ' ' + toString(max(shard.loadedAt)) AS state
