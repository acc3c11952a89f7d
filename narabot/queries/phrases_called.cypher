// Return the phrases whose names match a query, starting with those in the most records.
// In: $words (a Lucene query), $looked, $most.  Out: phrase.
CALL db.index.fulltext.queryNodes('phraseWords', $words, {limit: $looked}) YIELD node
WITH node AS phrase
WHERE phrase:PhraseNode AND EXISTS { (phrase)-[:MENTIONED_IN]->() }
RETURN phrase {.phraseId, .name, .class, .naId, .mentions, .records} AS phrase
ORDER BY phrase.records DESC, phrase.phraseId
LIMIT $most
