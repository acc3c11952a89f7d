// Store a language model's reply about a chunk if its text is unchanged, and mark its record for
// reprocessing.
// In: $chunkId, $text, $reply, $form, $by.
MATCH (chunk:record {chunkId: $chunkId})
WHERE chunk.text = $text
SET chunk.modelReply = $reply, chunk.modelReplyForm = $form, chunk.modelReplyBy = $by,
    chunk.modelReplyChosen = true
WITH chunk
MATCH (first:record {chunkId: toString(chunk.naId) + '-0'})
REMOVE first.knownBy
