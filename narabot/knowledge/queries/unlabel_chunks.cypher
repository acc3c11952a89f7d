// Remove the layer's label from some chunks. This is the last step, because the label finds the
// names
// to forget.
// In: $limit.  Out: unmarked.
MATCH (chunk:PassageNode)
WITH chunk LIMIT $limit
REMOVE chunk:PassageNode
RETURN count(chunk) AS unmarked
