// Forget all shards, before their records are deleted.
MATCH (shard:shard)
DELETE shard
