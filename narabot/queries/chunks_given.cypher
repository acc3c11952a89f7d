// The chunks of some records. Goes before `kept_hits`.
// In: $units.  Out: node, score (none yet).
UNWIND $units AS naId
MATCH (node:record {naId: naId})
WHERE node.embedding IS NOT NULL
WITH node, 0.0 AS score
