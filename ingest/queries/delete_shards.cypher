// Delete all shards, before deleting their records.
MATCH (shard:shard)
DELETE shard
