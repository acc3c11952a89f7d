// How many records a release has no more, and how many there are.
// In: $release.  Out: gone, records.
MATCH (first:record {chunkSeqId: 0})
WHERE first.recordHash IS NOT NULL AND first.withdrawn IS NULL
RETURN count(first) AS records,
       count(CASE WHEN coalesce(first.release, '') <> $release THEN 1 END) AS gone
