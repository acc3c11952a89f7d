// Phrases that stand in the same chunks as one, those in most of them first; dates left out, and what
// is the phrase itself in other words there: it shares letters with it, or stands behind it in
// brackets, as a short name does (`War Relocation Authority (WRA)`), or before them.
// In: $phraseId, $looked, $unnaming, $most.  Out: other, together.
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[own:MENTIONED_IN]->(chunk:PassageNode)
WITH phrase, chunk, collect([own.start, own.end]) AS places ORDER BY chunk.chunkId LIMIT $looked
MATCH (other:PhraseNode)-[said:MENTIONED_IN]->(chunk)
WHERE other <> phrase AND NOT other.class IN $unnaming AND none(place IN places WHERE
    (said.start < place[1] AND place[0] < said.end)
    OR (said.start = place[1] + 2 AND substring(chunk.text, place[1], 2) = ' (')
    OR (place[0] = said.end + 2 AND substring(chunk.text, said.end, 2) = ' ('))
WITH other, count(DISTINCT chunk) AS together
ORDER BY together DESC, other.phraseId
LIMIT $most
RETURN other {.phraseId, .name, .class, .naId, .mentions, .records} AS other, together
