// The texts of a record, in reading order, and whether one may begin with the last one's end: only
// those of the default chunker do.
// In: $naId.  Out: text, sharesWords.
MATCH (chunk:record {naId: $naId})
WHERE chunk.text IS NOT NULL
OPTIONAL MATCH (version:graphVersion)
RETURN chunk.text AS text, coalesce(version.chunker, 'default') = 'default' AS sharesWords
ORDER BY chunk.chunkSeqId
