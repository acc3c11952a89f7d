// Write where the line of an unchanged record stands now.
// In: $rows of {chunkId, file_name, line_num}.
UNWIND $rows AS row
MATCH (first:record {chunkId: row.chunkId})
SET first.file_name = row.file_name, first.line_num = row.line_num
