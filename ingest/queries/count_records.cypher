// Count the full records by type.
// Out: type, records.
MATCH (first:record {chunkSeqId: 0})
WHERE first.stub IS NULL AND first.withdrawn IS NULL
WITH coalesce(first.levelOfDescription, first.authorityType) AS type, count(first) AS records
RETURN type, records
ORDER BY type
