// Write how far a shard has come, and when.
// In: $row of {file_name, digest, line_num, offset, records, rejected, done, release}.
MERGE (shard:shard {file_name: $row.file_name})
SET shard = $row, shard.loadedAt = datetime()
