// Return the first chunks of the specified records that contain lines with any of the labels.
// In: $naIds, $labels, $most.  Out: naId, chunks of {chunkId, text}.
UNWIND $naIds AS naId
MATCH (chunk:record {naId: naId})
WHERE any(label IN $labels WHERE chunk.text CONTAINS label + ': ')
WITH naId, chunk
ORDER BY naId, chunk.chunkSeqId
RETURN naId, collect(chunk {.chunkId, .text})[..$most] AS chunks
ORDER BY naId
