// Link records, or chunks of one record, by relations of one type. Each pair is linked once.
// In: $rows of {start, end}: two chunkIds.
UNWIND $rows AS row
MATCH (start:record {chunkId: row.start})
MATCH (end:record {chunkId: row.end})
MERGE (start)-[:ONE_TYPE]->(end)
