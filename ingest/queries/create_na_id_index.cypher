// All chunks of a record.
CREATE INDEX recordNaId IF NOT EXISTS
FOR (chunk:record) ON (chunk.naId)
