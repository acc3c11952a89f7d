// Return the names of the specified phrases.
// In: $phraseIds, $most.  Out: phraseId, name.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})
RETURN phrase.phraseId AS phraseId, phrase.name AS name
ORDER BY phraseId
LIMIT $most
