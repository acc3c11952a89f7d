// Return all chunks. Precedes `kept_hits`.
// Out: node, score (0).
MATCH (node:recordWithText)
WITH node, 0.0 AS score
