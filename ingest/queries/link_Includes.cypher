// Link each record with the one above it: the path downwards, once a pair.
// In: $rows of {start, end}: two chunkIds.
UNWIND $rows AS row
MATCH (start:record {chunkId: row.start})
MATCH (end:record {chunkId: row.end})
MERGE (start)-[:Includes]->(end)
