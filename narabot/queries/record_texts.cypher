// The texts of a record, in reading order.
// In: $naId.  Out: text.
MATCH (chunk:record {naId: $naId})
WHERE chunk.text IS NOT NULL
RETURN chunk.text AS text
ORDER BY chunk.chunkSeqId
