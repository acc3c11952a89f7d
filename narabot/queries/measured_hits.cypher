// The end of an exact search: the best of the chunks that were kept, measured one by one.
// In: node, $vector, $count.  Out: chunkId, naId, score.
WITH node, vector.similarity.cosine(node.embedding, $vector) AS score
ORDER BY score DESC, node.naId, node.chunkId
LIMIT $count
RETURN node.chunkId AS chunkId, node.naId AS naId, score
