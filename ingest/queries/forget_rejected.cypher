// Delete the rejected lines of shards that are read from the beginning.
// In: $file_names.
UNWIND $file_names AS file_name
MATCH (line:rejectedLine {file_name: file_name})
DELETE line
