// Index of passages by record.
CREATE INDEX passageNaId IF NOT EXISTS FOR (chunk:PassageNode) ON (chunk.naId)
