// End of a query that selects statements: return the content of the statements and the phrases in
// them.
// In: wide, statement, chunk, score.
// Out: wide, statementId, kind, class, start, end, chunkId, naId, score, about of {role, phrase}.
CALL (statement) {
    MATCH (statement)-[about:ABOUT]->(phrase:PhraseNode)
    WITH about, phrase ORDER BY about.seq, phrase.phraseId
    RETURN collect({
        role: about.role,
        phrase: phrase {.phraseId, .name, .folded, .class, .naId, .mentions, .records}
    }) AS about
}
RETURN wide, statement.statementId AS statementId, statement.kind AS kind,
       statement.class AS class, statement.start AS start, statement.end AS end,
       chunk.chunkId AS chunkId, chunk.naId AS naId, score, about
ORDER BY wide, score DESC, statementId
