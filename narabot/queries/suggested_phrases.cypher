// Return names in texts that contain words beginning with the typed words. The names in the most
// records come first. Phrases linked to authorities are excluded because narabot already suggests
// the authority records. Dates and subjects in titles are also excluded.
// In: $words (a Lucene query), $looked, $unnaming (classes).  Out: phrase.
CALL db.index.fulltext.queryNodes('phraseWords', $words, {limit: $looked}) YIELD node AS phrase
WHERE phrase.naId IS NULL AND NOT phrase.class IN $unnaming AND phrase.records > 0
RETURN phrase {.phraseId, .name, .class, .naId, .mentions, .records} AS phrase
ORDER BY phrase.records DESC, phrase.phraseId
