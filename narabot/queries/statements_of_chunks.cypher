// Return the statements in the specified chunks. Precedes `told_statements`.
// In: $hits of {chunkId, score}.  Out: wide (null), statement, chunk, score.
UNWIND $hits AS hit
MATCH (statement:Statement)-[:STATED_IN]->(chunk:record {chunkId: hit.chunkId})
WITH NULL AS wide, statement, chunk, hit.score AS score
