// Remove the marks of processed records, the NER cache entries, and a model's replies from a
// batch of records and chunks.
// In: $limit.  Out: unmarked.
MATCH (chunk:recordWithText)
WHERE chunk.knownBy IS NOT NULL OR chunk.knownAs IS NOT NULL OR chunk.namesRead IS NOT NULL
      OR chunk.modelReplyBy IS NOT NULL
WITH chunk LIMIT $limit
REMOVE chunk.knownBy, chunk.knownAs, chunk.namesRead, chunk.modelReply, chunk.modelReplyForm,
       chunk.modelReplyBy, chunk.modelReplyChosen
RETURN count(chunk) AS unmarked
