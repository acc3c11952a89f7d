// The stored texts of some chunks. A stub has no text, so its name is returned instead.
// In: $chunkIds.  Out: chunkId, naId, text.
MATCH (chunk:record)
WHERE chunk.chunkId IN $chunkIds
RETURN chunk.chunkId AS chunkId, chunk.naId AS naId,
       coalesce(chunk.text, chunk.title, chunk.heading) AS text
ORDER BY chunkId
