// The stored texts of some chunks.
// In: $chunkIds.  Out: chunkId, naId, text.
MATCH (chunk:record)
WHERE chunk.chunkId IN $chunkIds
RETURN chunk.chunkId AS chunkId, chunk.naId AS naId, chunk.text AS text
ORDER BY chunkId
