// Write where the line of a record stands now, and which other files have a line for it.
// In: $rows of {chunkId, file_name, line_num, otherFiles}.
UNWIND $rows AS row
MATCH (first:record {chunkId: row.chunkId})
SET first.file_name = row.file_name, first.line_num = row.line_num,
    first.otherFiles = row.otherFiles
