// Return the phrases that the specified chunks mention, except phrases that more than $widest
// records mention.
// In: $chunkIds, $unnaming (classes that are not names), $widest.
// Out: chunkId, naId, phrase, times.
UNWIND $chunkIds AS chunkId
MATCH (chunk:record {chunkId: chunkId})<-[mention:MENTIONED_IN]-(phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming AND coalesce(phrase.records, 0) <= $widest
WITH chunk, phrase, count(mention) AS times
RETURN chunk.chunkId AS chunkId, chunk.naId AS naId, times,
       phrase {.phraseId, .name, .folded, .class, .naId, .mentions, .records} AS phrase
ORDER BY chunkId, phrase.phraseId
