// Return the phrases that have any of the folded names or are linked to any of the authorities.
// In: $names, $naIds, $unnaming (classes that are not names).  Out: phrase.
CALL () {
    UNWIND $names AS name
    MATCH (phrase:PhraseNode {folded: name})
    RETURN phrase
    UNION
    UNWIND $naIds AS naId
    MATCH (phrase:PhraseNode {naId: naId})
    RETURN phrase
}
WITH DISTINCT phrase WHERE NOT phrase.class IN $unnaming
RETURN phrase {.phraseId, .name, .folded, .class, .naId, .mentions, .records} AS phrase
ORDER BY phrase.phraseId
