// Return the phrases that texts relate to the specified phrases, with the class of each relation,
// in both directions. If the specified phrase is the object, the class is preceded by `inverse of`.
// In: $phraseIds, $most.  Out: name, relation, other.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})-[related:RELATED_TO]-(other:PhraseNode)
UNWIND related.classes AS class
WITH DISTINCT phraseId AS name, other.phraseId AS other,
     CASE startNode(related) WHEN phrase THEN class ELSE 'inverse of ' + class END AS relation
LIMIT $most
RETURN name, relation, other
ORDER BY name, relation, other
