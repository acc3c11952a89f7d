// Passages by their record.
CREATE INDEX passageNaId IF NOT EXISTS FOR (chunk:PassageNode) ON (chunk.naId)
