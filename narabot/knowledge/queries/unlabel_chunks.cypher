// Take the layer's label off some chunks; the last step, since by it what they name is forgotten.
// In: $limit.  Out: unmarked.
MATCH (chunk:PassageNode)
WITH chunk LIMIT $limit
REMOVE chunk:PassageNode
RETURN count(chunk) AS unmarked
