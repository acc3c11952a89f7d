// Return the phrases that share chunks with a phrase; those that share the most come first. Dates are
// excluded, and so are other forms of the phrase itself. A form of the phrase is linked to the same
// authority, overlaps it in the text, or has its class and precedes or follows it in brackets, as a
// short name does (`War Relocation Authority (WRA)`). If a place and an office share one word, the
// phrase linked to an authority counts. Phrases linked to one authority count as the most frequent one.
// In: $phraseId, $looked, $unnaming, $most.  Out: other, together.
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[own:MENTIONED_IN]->(chunk:PassageNode)
WITH phrase, chunk, collect([own.start, own.end]) AS places ORDER BY chunk.chunkId LIMIT $looked
MATCH (other:PhraseNode)-[said:MENTIONED_IN]->(chunk)
WHERE other <> phrase AND NOT other.class IN $unnaming
  AND (phrase.naId IS NULL OR other.naId IS NULL OR other.naId <> phrase.naId)
  AND none(place IN places WHERE (said.start < place[1] AND place[0] < said.end)
      OR (other.class = phrase.class AND (
          (said.start = place[1] + 2 AND substring(chunk.text, place[1], 2) = ' (')
          OR (place[0] = said.end + 2 AND substring(chunk.text, said.end, 2) = ' (')))
  )
WITH chunk, said.start AS start, said.end AS end, collect(DISTINCT other) AS others
WITH chunk, others, [one IN others WHERE one.naId IS NOT NULL] AS linked
UNWIND CASE WHEN linked = [] THEN others ELSE linked END AS one
WITH coalesce(toString(one.naId), one.phraseId) AS meant, collect(DISTINCT one) AS ones,
     count(DISTINCT chunk) AS together
ORDER BY together DESC, meant
LIMIT $most
CALL (ones) {
    UNWIND ones AS one
    RETURN one AS other ORDER BY coalesce(one.mentions, 0) DESC, one.phraseId LIMIT 1
}
RETURN other {.phraseId, .name, .class, .naId, .mentions, .records} AS other, together
ORDER BY together DESC, meant
