// Phrases that stand in the same chunks as one, those in most of them first; dates left out.
// In: $phraseId, $looked, $unnaming, $most.  Out: other, together.
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[:MENTIONED_IN]->(chunk:PassageNode)
WITH DISTINCT phrase, chunk ORDER BY chunk.chunkId LIMIT $looked
MATCH (other:PhraseNode)-[:MENTIONED_IN]->(chunk)
WHERE other <> phrase AND NOT other.class IN $unnaming
WITH other, count(DISTINCT chunk) AS together
ORDER BY together DESC, other.phraseId
LIMIT $most
RETURN other {.phraseId, .name, .class, .naId, .mentions, .records} AS other, together
