// A batch of phrases that have no vector for their current name.
// In: $unnaming (classes that are not names), $limit.  Out: phraseId, name.
MATCH (phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
  AND (phrase.embeddedAs IS NULL OR phrase.embeddedAs <> phrase.name)
RETURN phrase.phraseId AS phraseId, phrase.name AS name
ORDER BY phraseId
LIMIT $limit
