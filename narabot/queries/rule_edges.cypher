// What some names are related to, by each class of relation that texts state, in both directions.
// In: $phraseIds, $most.  Out: name, relation, other.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})-[related:RELATED_TO]-(other:PhraseNode)
UNWIND related.classes AS relation
WITH DISTINCT phraseId AS name, relation, other.phraseId AS other
LIMIT $most
RETURN name, relation, other
ORDER BY name, relation, other
