// All chunks. Goes before `kept_hits`.
// Out: node, score (none yet).
MATCH (node:recordWithText)
WITH node, 0.0 AS score
