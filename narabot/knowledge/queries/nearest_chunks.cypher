// The chunks that are nearest to some chunks by meaning, themselves left out, the nearest first. Of
// more candidates than are wanted: the search is approximate, and is as wide as it has candidates.
// In: $index, $chunkIds, $candidates, $count.
// Out: chunkId, neighbours of {chunkId, score}; Neo4j's score of a cosine c is (1 + c) / 2.
UNWIND $chunkIds AS chunkId
MATCH (chunk:record {chunkId: chunkId})
WHERE chunk.embedding IS NOT NULL
CALL (chunk) {
    CALL db.index.vector.queryNodes($index, $candidates, chunk.embedding) YIELD node, score
    WITH node, score
    WHERE node <> chunk
    ORDER BY score DESC, node.chunkId
    LIMIT $count
    RETURN collect({chunkId: node.chunkId, score: score}) AS neighbours
}
RETURN chunk.chunkId AS chunkId, neighbours
ORDER BY chunkId
