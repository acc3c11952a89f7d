// Note that a release has lines for some records, though they cannot be read: they are not gone.
// In: $naIds, $release.
UNWIND $naIds AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
WHERE first.recordHash IS NOT NULL
SET first.release = $release
