// Return the descendants of the specified records. Precedes `facts_of_records`.
// In: $naIds.  Out: first.
UNWIND $naIds AS naId
MATCH (above:record {naId: naId, chunkSeqId: 0})-[:Includes*1..12]->(first:record)
WITH DISTINCT first
