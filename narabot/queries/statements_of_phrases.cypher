// Return statements about the specified phrases, from the chunks most similar to a request. The
// number of chunks per phrase is limited. A phrase with more than $widest statements has one row
// with only its phraseId. Precedes `told_statements`.
// In: $phraseIds, $vector, $most, $widest.  Out: wide (the phraseId of a phrase that is too common,
// or null), statement, chunk, score.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})
WITH phrase, COUNT { (phrase)<-[:ABOUT]-() } > $widest AS isTooWide
CALL (phrase, isTooWide) {
    WITH phrase, isTooWide WHERE NOT isTooWide
    MATCH (phrase)<-[:ABOUT]-(statement:Statement)-[:STATED_IN]->(chunk:PassageNode)
    WITH chunk, collect(DISTINCT statement) AS stated
    WITH chunk, stated, coalesce(vector.similarity.cosine(chunk.embedding, $vector), 0.0) AS score
    ORDER BY score DESC, chunk.chunkId
    LIMIT $most
    UNWIND stated AS statement
    RETURN NULL AS wide, statement, chunk, score
    UNION
    WITH phrase, isTooWide WHERE isTooWide
    RETURN phrase.phraseId AS wide, NULL AS statement, NULL AS chunk, NULL AS score
}
WITH DISTINCT wide, statement, chunk, score
