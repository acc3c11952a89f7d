// Index all chunks by the naId of their record.
CREATE INDEX recordNaId IF NOT EXISTS
FOR (chunk:record) ON (chunk.naId)
