// The names in a record's text, as it writes them.
// In: $naId.  Out: surface, phraseId, class.
MATCH (chunk:PassageNode {naId: $naId})<-[mention:MENTIONED_IN]-(phrase:PhraseNode)
RETURN DISTINCT mention.surface AS surface, phrase.phraseId AS phraseId, phrase.class AS class
ORDER BY surface, phraseId
