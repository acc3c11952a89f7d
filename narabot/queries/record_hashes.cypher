// Return the hashes of the specified records' lines. A changed hash means a changed record.
// In: $naIds.  Out: naId, hash ('' for a record that is only mentioned).
MATCH (first:record)
WHERE first.naId IN $naIds AND first.chunkSeqId = 0
RETURN first.naId AS naId, coalesce(first.recordHash, '') AS hash
ORDER BY naId
