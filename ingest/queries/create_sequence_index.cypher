// The first chunk of a record.
CREATE INDEX recordNaIdChunkSeqId IF NOT EXISTS
FOR (chunk:record) ON (chunk.naId, chunk.chunkSeqId)
