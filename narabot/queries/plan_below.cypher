// What is kept in some records, on all levels below. Goes before `facts_of_records`.
// In: $naIds.  Out: first.
UNWIND $naIds AS naId
MATCH (above:record {naId: naId, chunkSeqId: 0})-[:Includes*1..12]->(first:record)
WITH DISTINCT first
