// Return a phrase, the authority that it is linked to, and other phrases with the same name.
// In: $phraseId.  Out: phrase, authority (map or null), ofSameName (list).
MATCH (phrase:PhraseNode {phraseId: $phraseId})
OPTIONAL MATCH (phrase)-[:MEANS]->(authority:record)
WHERE authority.withdrawn IS NULL
CALL (phrase) {
    MATCH (other:PhraseNode {folded: phrase.folded})
    WHERE other <> phrase
    WITH other ORDER BY coalesce(other.mentions, 0) DESC, other.phraseId LIMIT 10
    RETURN collect(other {.phraseId, .name, .class, .naId, .mentions, .records}) AS ofSameName
}
RETURN phrase {.phraseId, .name, .class, .naId, .mentions, .records} AS phrase,
       CASE WHEN authority IS NOT NULL THEN authority {
           .recordType, .authorityType, .heading, .naId, .startDate, .endDate, .source
       } END AS authority, ofSameName
