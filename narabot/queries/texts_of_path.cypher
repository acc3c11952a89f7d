// The texts of a record and the beginnings of those of the records above it, in reading order.
// In: $naId, $above, $most (chunks of each record above).  Out: naId, texts.
UNWIND [$naId] + $above AS naId
MATCH (chunk:record {naId: naId})
WHERE chunk.text IS NOT NULL AND (naId = $naId OR chunk.chunkSeqId < $most)
WITH naId, chunk
ORDER BY naId, chunk.chunkSeqId
RETURN naId, collect(chunk.text) AS texts
ORDER BY naId
