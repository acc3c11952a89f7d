// Index chunks by naId and number, to find the first chunk of a record.
CREATE INDEX recordNaIdChunkSeqId IF NOT EXISTS
FOR (chunk:record) ON (chunk.naId, chunk.chunkSeqId)
