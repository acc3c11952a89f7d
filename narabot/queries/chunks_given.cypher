// Return the chunks of the specified records. Precedes `kept_hits`.
// In: $units.  Out: node, score (0).
UNWIND $units AS naId
MATCH (node:record {naId: naId})
WHERE node.embedding IS NOT NULL
WITH node, 0.0 AS score
