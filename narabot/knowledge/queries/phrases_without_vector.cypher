// Some of the phrases whose name has no vector yet, or had another name when it got one.
// In: $unnaming (classes that are no names), $limit.  Out: phraseId, name.
MATCH (phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
  AND (phrase.embeddedAs IS NULL OR phrase.embeddedAs <> phrase.name)
RETURN phrase.phraseId AS phraseId, phrase.name AS name
ORDER BY phraseId
LIMIT $limit
