// The chunks that were chosen, as the index query in front of the retrieval query.
// In: $hits of {chunkId, score}.  Out: node, score.
UNWIND $hits AS hit
MATCH (node:record {chunkId: hit.chunkId})
WITH node, hit.score AS score
