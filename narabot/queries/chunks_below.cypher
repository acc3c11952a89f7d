// Return the chunks of the specified records and all their descendants. Precedes `kept_hits`.
// In: $units.  Out: node, score (0).
UNWIND $units AS naId
MATCH (unit:record {naId: naId, chunkSeqId: 0})
MATCH (unit)-[:Includes*0..12]->(first:record)
WITH DISTINCT first.naId AS naId
MATCH (node:record {naId: naId})
WHERE node.embedding IS NOT NULL
WITH node, 0.0 AS score
