// What some names are related to, by each class of relation that texts state, in both directions;
// what is stated the other way round is told as the inverse of its class.
// In: $phraseIds, $most.  Out: name, relation, other.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})-[related:RELATED_TO]-(other:PhraseNode)
UNWIND related.classes AS class
WITH DISTINCT phraseId AS name, other.phraseId AS other,
     CASE startNode(related) WHEN phrase THEN class ELSE 'inverse of ' + class END AS relation
LIMIT $most
RETURN name, relation, other
ORDER BY name, relation, other
