// Update the place of a record's line, the other files that contain the record, and, if specified,
// the release.
// In: $rows of {chunkId, file_name, line_num, otherFiles, release}.
UNWIND $rows AS row
MATCH (first:record {chunkId: row.chunkId})
SET first.file_name = row.file_name, first.line_num = row.line_num,
    first.otherFiles = row.otherFiles,
    first.release = coalesce(row.release, first.release)
