// The first chunks of records.
// In: $naIds.  Out: naId, chunkId, text.
UNWIND $naIds AS naId
MATCH (chunk:record {naId: naId, chunkSeqId: 0})
WHERE chunk.text IS NOT NULL AND chunk.withdrawn IS NULL
RETURN naId, chunk.chunkId AS chunkId, chunk.text AS text
ORDER BY naId
