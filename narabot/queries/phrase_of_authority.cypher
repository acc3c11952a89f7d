// The phrase that means an authority, of several that which texts name most.
// In: $naId.  Out: phrase.
MATCH (phrase:PhraseNode {naId: $naId})
WHERE EXISTS { (phrase)-[:MENTIONED_IN]->() }
RETURN phrase {.phraseId, .name, .class, .naId, .mentions, .records} AS phrase
ORDER BY coalesce(phrase.mentions, 0) DESC, phrase.phraseId
LIMIT 1
