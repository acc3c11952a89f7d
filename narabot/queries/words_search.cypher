// Chunks by their words, best first.
// In: $index, $words, $count.  Out: chunkId, naId, score.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $count}) YIELD node, score
RETURN node.chunkId AS chunkId, node.naId AS naId, score
ORDER BY score DESC, naId, chunkId
