// Write where the line of a record stands now, which other files have a line for it, and of which
// release it is; one that was withdrawn is there again.
// In: $rows of {chunkId, naId, file_name, line_num, otherFiles, release}.
UNWIND $rows AS row
MATCH (first:record {chunkId: row.chunkId})
SET first.file_name = row.file_name, first.line_num = row.line_num,
    first.otherFiles = row.otherFiles,
    first.release = coalesce(row.release, first.release)
WITH first, row
WHERE first.withdrawn
SET first.addedInRelease = row.release
WITH row
MATCH (chunk:record {naId: row.naId})
SET chunk:recordWithText
REMOVE chunk.withdrawn, chunk.withdrawnInRelease, chunk.withdrawnDate
