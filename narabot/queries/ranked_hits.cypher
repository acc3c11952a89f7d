// End of a search: return the best hits.
// In: node, score, $count.  Out: chunkId, naId, score.
ORDER BY score DESC, node.naId, node.chunkId
LIMIT $count
RETURN node.chunkId AS chunkId, node.naId AS naId, score
