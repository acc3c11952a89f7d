// Allow only one node for each shard.
CREATE CONSTRAINT shardFileName IF NOT EXISTS
FOR (shard:shard) REQUIRE shard.file_name IS UNIQUE
