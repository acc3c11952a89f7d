// Theses about names in the texts of records and their descendants.
// In: $phraseIds, $naIds, $looked and $most (limits for each name).
// Out: naId, chunkId, text (of the chunk), start, end.
UNWIND $phraseIds AS phraseId
CALL (phraseId) {
    MATCH (:PhraseNode {phraseId: phraseId})<-[:ABOUT]-(statement:Statement {kind: 'thesis'})
    WITH DISTINCT statement ORDER BY statement.statementId LIMIT $looked
    MATCH (statement)-[:STATED_IN]->(chunk:PassageNode)
    WHERE EXISTS {
        MATCH (top:record)-[:Includes*0..12]->(:record {naId: chunk.naId, chunkSeqId: 0})
        WHERE top.naId IN $naIds
    }
    RETURN statement, chunk
    ORDER BY statement.statementId
    LIMIT $most
}
WITH DISTINCT statement, chunk
RETURN chunk.naId AS naId, chunk.chunkId AS chunkId, chunk.text AS text,
       statement.start AS start, statement.end AS end
ORDER BY chunkId, start, end
