// Return the phrases whose names are most similar to a request, by vector search. Neo4j scores a
// cosine c as (1 + c) / 2.
// In: $index, $vector, $count.  Out: phrase, score.
CALL db.index.vector.queryNodes($index, $count, $vector) YIELD node, score
WITH node AS phrase, score
WHERE phrase:PhraseNode
RETURN phrase {.phraseId, .name, .folded, .class, .naId, .mentions, .records} AS phrase, score
ORDER BY score DESC, phrase.phraseId
