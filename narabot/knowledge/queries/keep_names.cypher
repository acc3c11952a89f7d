// Keep what the reader of names has found in chunks of records that the transaction has locked.
// In: $rows of {chunkId, names}.
UNWIND $rows AS row
MATCH (chunk:record {chunkId: row.chunkId})
SET chunk.namesRead = row.names
