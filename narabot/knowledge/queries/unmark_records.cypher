// Take off some records and chunks what says that their texts were read, the names that were read
// there, and a model's replies.
// In: $limit.  Out: unmarked.
MATCH (chunk:recordWithText)
WHERE chunk.knownBy IS NOT NULL OR chunk.knownAs IS NOT NULL OR chunk.namesRead IS NOT NULL
      OR chunk.modelReplyBy IS NOT NULL
WITH chunk LIMIT $limit
REMOVE chunk.knownBy, chunk.knownAs, chunk.namesRead, chunk.modelReply, chunk.modelReplyForm,
       chunk.modelReplyBy, chunk.modelReplyChosen
RETURN count(chunk) AS unmarked
