// Delete the shards that a release lacks, and the lines that were rejected in them.
// In: $release.
MATCH (shard:shard)
WHERE coalesce(shard.release, '') <> $release
OPTIONAL MATCH (line:rejectedLine {file_name: shard.file_name})
DETACH DELETE shard, line
