// Take the layer's marks off some chunks.
// In: $limit.  Out: unmarked.
MATCH (chunk:PassageNode|recordWithText)
WHERE chunk:PassageNode OR chunk.knownBy IS NOT NULL OR chunk.modelReplyBy IS NOT NULL
      OR chunk.knownAs IS NOT NULL
WITH chunk LIMIT $limit
REMOVE chunk:PassageNode, chunk.knownBy, chunk.knownAs, chunk.modelReply, chunk.modelReplyForm,
       chunk.modelReplyBy, chunk.modelReplyChosen
RETURN count(chunk) AS unmarked
