// The texts of chunks.
// In: $chunkIds.  Out: chunkId, text.
UNWIND $chunkIds AS chunkId
MATCH (chunk:record {chunkId: chunkId})
RETURN chunkId, chunk.text AS text
ORDER BY chunkId
