// Delete the mentions and statements from the texts of some records.
// In: $naIds.
UNWIND $naIds AS naId
MATCH (chunk:PassageNode {naId: naId})
REMOVE chunk:PassageNode
WITH chunk
CALL (chunk) {
    MATCH (phrase:PhraseNode)-[mention:MENTIONED_IN]->(chunk)
    SET phrase.touched = true
    DELETE mention
}
CALL (chunk) {
    MATCH (statement:Statement)-[:STATED_IN]->(chunk)
    DETACH DELETE statement
}
