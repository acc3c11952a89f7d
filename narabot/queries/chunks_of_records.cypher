// Return the chunks of the specified records, in reading order.
// In: $naIds.  Out: naId, chunks of {chunkId, text}.
MATCH (node:recordWithText)
WHERE node.naId IN $naIds
WITH node
ORDER BY node.naId, node.chunkSeqId
WITH node.naId AS naId, collect(node {.chunkId, .text}) AS chunks
RETURN naId, chunks
ORDER BY naId
