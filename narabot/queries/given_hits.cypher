// Return the chosen chunks as an index query would. Precedes the retrieval query.
// In: $hits of {chunkId, score}.  Out: node, score.
UNWIND $hits AS hit
MATCH (node:record {chunkId: hit.chunkId})
WITH node, hit.score AS score
