// The hashes of some records' lines, by which a change is told.
// In: $naIds.  Out: naId, hash ('' of a record that is only mentioned).
MATCH (first:record)
WHERE first.naId IN $naIds AND first.chunkSeqId = 0
RETURN first.naId AS naId, coalesce(first.recordHash, '') AS hash
ORDER BY naId
