// The strength with which statements relate names to each other.
// In: $phraseIds.  Out: one, other, weight.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})-[related:RELATED_TO]->(other:PhraseNode)
WHERE other.phraseId IN $phraseIds
RETURN phraseId AS one, other.phraseId AS other, related.weight AS weight
ORDER BY one, other
