// Record that a release contains some records, although their lines were rejected.
// In: $naIds, $release.
UNWIND $naIds AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
WHERE first.recordHash IS NOT NULL
SET first.release = $release
