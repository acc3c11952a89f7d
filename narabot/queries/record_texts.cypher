// Return the texts of a record in reading order. Only the default chunker creates chunks that may
// overlap. sharesWords reports whether that chunker was used.
// In: $naId.  Out: text, sharesWords.
MATCH (chunk:record {naId: $naId})
WHERE chunk.text IS NOT NULL
OPTIONAL MATCH (version:graphVersion)
RETURN chunk.text AS text, coalesce(version.chunker, 'default') = 'default' AS sharesWords
ORDER BY chunk.chunkSeqId
