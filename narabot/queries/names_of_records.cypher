// Return the names that occur in the texts of the largest number of the specified records.
// In: $naIds, $unnaming (classes that are not names), $most.  Out: phraseId, name, naIds.
UNWIND $naIds AS naId
MATCH (chunk:PassageNode {naId: naId})<-[:MENTIONED_IN]-(phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
WITH DISTINCT naId, phrase
WITH phrase, collect(naId) AS naIds
ORDER BY size(naIds) DESC, phrase.phraseId
LIMIT $most
RETURN phrase.phraseId AS phraseId, phrase.name AS name, naIds
