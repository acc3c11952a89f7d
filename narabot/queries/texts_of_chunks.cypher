// Return the texts of the specified chunks.
// In: $chunkIds.  Out: text.
MATCH (chunk:record)
WHERE chunk.chunkId IN $chunkIds
RETURN chunk.text AS text
ORDER BY chunk.chunkId
