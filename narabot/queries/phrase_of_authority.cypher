// Return the phrase that is linked to an authority. If there are several, the one with the most
// mentions wins.
// In: $naId.  Out: phrase.
MATCH (phrase:PhraseNode {naId: $naId})
WHERE EXISTS { (phrase)-[:MENTIONED_IN]->() }
RETURN phrase {.phraseId, .name, .class, .naId, .mentions, .records} AS phrase
ORDER BY coalesce(phrase.mentions, 0) DESC, phrase.phraseId
LIMIT 1
