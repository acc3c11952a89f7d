// Return the phrases that statements relate to the specified phrases, in both directions. For each
// phrase, the relations with the greatest weight are returned. A phrase with more than $widest
// related phrases has one row without a related phrase.
// In: $phraseIds, $most, $widest.  Out: phraseId, isSubject, classes, weight, other; other is null
// for a phrase that is too common.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})
WITH phrase, COUNT { (phrase)-[:RELATED_TO]-() } > $widest AS isTooWide
CALL (phrase, isTooWide) {
    WITH phrase, isTooWide WHERE NOT isTooWide
    MATCH (phrase)-[relation:RELATED_TO]-(other:PhraseNode)
    RETURN relation, other
    ORDER BY relation.weight DESC, other.phraseId
    LIMIT $most
    UNION
    WITH phrase, isTooWide WHERE isTooWide
    RETURN NULL AS relation, NULL AS other
}
RETURN phrase.phraseId AS phraseId, startNode(relation) = phrase AS isSubject,
       relation.classes AS classes, relation.weight AS weight,
       other {.phraseId, .name, .folded, .class, .naId, .mentions, .records} AS other
ORDER BY phraseId, weight DESC, other.phraseId
