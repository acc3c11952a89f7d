// The stored texts of some chunks; of a stub, which has none, its name.
// In: $chunkIds.  Out: chunkId, naId, text.
MATCH (chunk:record)
WHERE chunk.chunkId IN $chunkIds
RETURN chunk.chunkId AS chunkId, chunk.naId AS naId,
       coalesce(chunk.text, chunk.title, chunk.heading) AS text
ORDER BY chunkId
