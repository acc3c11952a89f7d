// The nearest neighbors of each chunk by vector, the nearest first, without the chunk itself. The
// search is approximate, and more candidates than results make it more accurate.
// In: $index, $chunkIds, $candidates, $count.
// Out: chunkId, neighbors of {chunkId, score}; Neo4j's score of a cosine c is (1 + c) / 2.
UNWIND $chunkIds AS chunkId
MATCH (chunk:record {chunkId: chunkId})
WHERE chunk.embedding IS NOT NULL
CALL (chunk) {
    CALL db.index.vector.queryNodes($index, $candidates, chunk.embedding) YIELD node, score
    WITH node, score
    WHERE node <> chunk
    ORDER BY score DESC, node.chunkId
    LIMIT $count
    RETURN collect({chunkId: node.chunkId, score: score}) AS neighbors
}
RETURN chunk.chunkId AS chunkId, neighbors
ORDER BY chunkId
