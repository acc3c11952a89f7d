// Write the progress of some shards, with the current time.
// In: $rows of {file_name, digest, line_num, offset, records, rejected, done, release}.
UNWIND $rows AS row
MERGE (shard:shard {file_name: row.file_name})
SET shard = row, shard.loadedAt = datetime()
