// How far a shard has come.
// In: $file_name.  Out: digest, line_num, offset, records, rejected, done, release; no row for a new one.
MATCH (shard:shard {file_name: $file_name})
RETURN shard.digest AS digest, shard.line_num AS line_num, shard.offset AS offset,
       shard.records AS records, shard.rejected AS rejected, shard.done AS done,
       shard.release AS release
