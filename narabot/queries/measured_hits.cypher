// The end of an exact search: the best of the chunks that were kept, measured one by one; what has no
// vector (what is only mentioned, or was withdrawn) is left out.
// In: node, $vector, $count.  Out: chunkId, naId, score.
WITH node WHERE node.embedding IS NOT NULL
WITH node, vector.similarity.cosine(node.embedding, $vector) AS score
ORDER BY score DESC, node.naId, node.chunkId
LIMIT $count
RETURN node.chunkId AS chunkId, node.naId AS naId, score
