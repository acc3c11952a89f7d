// Return the phrases that the specified chunks mention, with the places where each is mentioned. A
// phrase that more than $widest records mention is returned without places.
// In: $chunkIds, $unnaming (classes that are not names), $widest.
// Out: phrase, isTooWide, places of [chunkId, naId, times, names (in the chunk, of any class)].
UNWIND $chunkIds AS chunkId
MATCH (chunk:record {chunkId: chunkId})<-[mention:MENTIONED_IN]-(phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
WITH phrase, chunk, count(mention) AS times
ORDER BY chunk.chunkId
WITH phrase, coalesce(phrase.records, 0) > $widest AS isTooWide,
     collect([chunk.chunkId, chunk.naId, times, COUNT { (chunk)<-[:MENTIONED_IN]-() }]) AS places
RETURN phrase {.phraseId, .name, .class, .naId, .records} AS phrase, isTooWide,
       CASE WHEN isTooWide THEN [] ELSE places END AS places
ORDER BY phrase.phraseId
