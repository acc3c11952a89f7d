// Return the names in a record's text as written. If two phrases have the same written form, the
// phrase that is linked to an authority comes last.
// In: $naId.  Out: surface, phraseId, class, isKnown.
MATCH (chunk:PassageNode {naId: $naId})<-[mention:MENTIONED_IN]-(phrase:PhraseNode)
RETURN DISTINCT mention.surface AS surface, phrase.phraseId AS phraseId, phrase.class AS class,
       phrase.naId IS NOT NULL AS isKnown
ORDER BY surface, isKnown, phraseId
