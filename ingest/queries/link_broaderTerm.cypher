// Link broader terms with the authorities that name them, once a pair.
// In: $rows of {start, end}: two chunkIds.
UNWIND $rows AS row
MATCH (start:record {chunkId: row.start})
MATCH (end:record {chunkId: row.end})
MERGE (start)-[:broaderTerm]->(end)
