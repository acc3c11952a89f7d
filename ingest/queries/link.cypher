// Link records, or chunks of one, by relations of one type, once a pair.
// In: $rows of {start, end}: two chunkIds.
UNWIND $rows AS row
MATCH (start:record {chunkId: row.start})
MATCH (end:record {chunkId: row.end})
MERGE (start)-[:ONE_TYPE]->(end)
