// Chunks by their meaning, best first: more are asked for than are taken, for the search is
// approximate. Neo4j's score of a cosine c is (1 + c) / 2.
// In: $index, $vector, $candidates, $count.  Out: chunkId, naId, score.
CALL db.index.vector.queryNodes($index, $candidates, $vector) YIELD node, score
WITH node, score
ORDER BY score DESC, node.naId, node.chunkId
LIMIT $count
RETURN node.chunkId AS chunkId, node.naId AS naId, 2 * score - 1 AS score
