// Return the strongest thesis about each phrase.
// In: $phraseIds.  Out: phraseId, told.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})
CALL (phrase) {
    MATCH (phrase)<-[:ABOUT]-(statement:Statement {kind: 'thesis'})
    WITH DISTINCT statement ORDER BY statement.strength DESC, statement.statementId LIMIT 1
    MATCH (statement)-[:STATED_IN]->(chunk:PassageNode)
    RETURN coalesce(
        statement.text,
        substring(chunk.text, statement.start, statement.end - statement.start)
    ) AS told
}
RETURN phraseId, told
ORDER BY phraseId
