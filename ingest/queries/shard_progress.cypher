// The progress of some shards.
// In: $file_names.  Out: file_name, digest, line_num, offset, records, rejected, done, release. New
// shards have no row.
UNWIND $file_names AS file_name
MATCH (shard:shard {file_name: file_name})
RETURN file_name, shard.digest AS digest, shard.line_num AS line_num, shard.offset AS offset,
       shard.records AS records, shard.rejected AS rejected, shard.done AS done,
       shard.release AS release
ORDER BY file_name
