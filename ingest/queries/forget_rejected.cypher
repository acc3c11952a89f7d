// Forget the rejected lines of a shard that is read anew.
// In: $file_name.
MATCH (line:rejectedLine {file_name: $file_name})
DELETE line
