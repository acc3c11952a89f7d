// Remove the layer's label from a batch of chunks. This is the last step, because the label
// identifies
// the chunks whose names must be deleted.
// In: $limit.  Out: unmarked.
MATCH (chunk:PassageNode)
WITH chunk LIMIT $limit
REMOVE chunk:PassageNode
RETURN count(chunk) AS unmarked
