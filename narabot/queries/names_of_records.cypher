// The names that the texts of some records say.
// In: $naIds, $unnaming (classes that are no names).  Out: naId, names of {phraseId, name}.
UNWIND $naIds AS naId
MATCH (chunk:PassageNode {naId: naId})<-[:MENTIONED_IN]-(phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
WITH DISTINCT naId, phrase.phraseId AS phraseId, phrase.name AS name
ORDER BY naId, phraseId
RETURN naId, collect({phraseId: phraseId, name: name}) AS names
