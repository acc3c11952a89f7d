// Write where the line of a record stands now, which other files have a line for it, and of which
// release it is, if that is named.
// In: $rows of {chunkId, file_name, line_num, otherFiles, release}.
UNWIND $rows AS row
MATCH (first:record {chunkId: row.chunkId})
SET first.file_name = row.file_name, first.line_num = row.line_num,
    first.otherFiles = row.otherFiles,
    first.release = coalesce(row.release, first.release)
