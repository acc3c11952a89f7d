// Names in texts by begun words, those that most records say first; not those of authorities, which are
// suggested as records, no dates, and not what documents are about, which their titles say.
// In: $words (a Lucene query), $looked, $unnaming (classes).  Out: phrase.
CALL db.index.fulltext.queryNodes('phraseWords', $words, {limit: $looked}) YIELD node AS phrase
WHERE phrase.naId IS NULL AND NOT phrase.class IN $unnaming AND phrase.records > 0
RETURN phrase {.phraseId, .name, .class, .naId, .mentions, .records} AS phrase
ORDER BY phrase.records DESC, phrase.phraseId
