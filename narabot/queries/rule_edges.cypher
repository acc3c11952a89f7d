// Return the phrases that texts relate to some phrases, by class of relation and in both directions.
// A relation in which the phrase is the object has the inverse of its class.
// In: $phraseIds, $most.  Out: name, relation, other.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})-[related:RELATED_TO]-(other:PhraseNode)
UNWIND related.classes AS class
WITH DISTINCT phraseId AS name, other.phraseId AS other,
     CASE startNode(related) WHEN phrase THEN class ELSE 'inverse of ' + class END AS relation
LIMIT $most
RETURN name, relation, other
ORDER BY name, relation, other
