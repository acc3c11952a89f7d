// Return the phrases that share chunks with a phrase, starting with those that share the most.
// Dates are excluded, and so are other forms of the phrase itself. Another form is a phrase that is
// linked to the same authority, overlaps the phrase in the text, or has the same class and is
// separated from it only by a parenthesis, as a short name is (`War Relocation Authority (WRA)`).
// If a place and an office share one word, only the phrase linked to an authority counts. Of the
// phrases linked to the same authority, only the most frequent one is returned.
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
