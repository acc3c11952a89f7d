// Count all records, and the records that a release lacks.
// In: $release.  Out: gone (records that the release lacks), records.
MATCH (first:record {chunkSeqId: 0})
WHERE first.recordHash IS NOT NULL AND first.withdrawn IS NULL
RETURN count(first) AS records,
       count(CASE WHEN coalesce(first.release, '') <> $release THEN 1 END) AS gone
