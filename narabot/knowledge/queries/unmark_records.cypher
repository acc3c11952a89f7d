// Take the layer's marks off some chunks.
// In: $limit.  Out: unmarked.
MATCH (chunk:PassageNode|recordWithText)
WHERE chunk:PassageNode OR chunk.knownBy IS NOT NULL
WITH chunk LIMIT $limit
REMOVE chunk:PassageNode, chunk.knownBy, chunk.knownAs
RETURN count(chunk) AS unmarked
