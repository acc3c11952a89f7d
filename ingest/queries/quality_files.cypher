// The files that supplied the records.
// Out: file_name, records.
MATCH (first:recordWithText {chunkSeqId: 0})
WITH first.file_name AS file_name, count(first) AS records
RETURN file_name, records
ORDER BY file_name
