// Store the NER cache entries of chunks whose records the transaction has locked.
// In: $rows of {chunkId, names}.
UNWIND $rows AS row
MATCH (chunk:record {chunkId: row.chunkId})
SET chunk.namesRead = row.names
