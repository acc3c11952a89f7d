// End of an exact search: score each chunk by its vector and return the best. Chunks without a
// vector are excluded. They belong to records that are withdrawn or only mentioned.
// In: node, $vector, $count.  Out: chunkId, naId, score.
WITH node WHERE node.embedding IS NOT NULL
WITH node, vector.similarity.cosine(node.embedding, $vector) AS score
ORDER BY score DESC, node.naId, node.chunkId
LIMIT $count
RETURN node.chunkId AS chunkId, node.naId AS naId, score
