// Write the statements in chunks, and the phrases that they are about.
// In: $rows of {statementId, chunkId, properties, about: [{phraseId, role, seq}]}.
UNWIND $rows AS row
MATCH (chunk:record {chunkId: row.chunkId})
MERGE (statement:Statement {statementId: row.statementId})
SET statement += row.properties
MERGE (statement)-[:STATED_IN]->(chunk)
WITH statement, row
UNWIND row.about AS one
MATCH (phrase:PhraseNode {phraseId: one.phraseId})
MERGE (statement)-[:ABOUT {role: one.role, seq: one.seq}]->(phrase)
