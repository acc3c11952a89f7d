// Return the descriptions that name some authorities as creators. Precedes `facts_of_records`.
// In: $naIds.  Out: first.
UNWIND $naIds AS naId
MATCH (maker:record {naId: naId, chunkSeqId: 0})-[:creator]->(first:record)
WITH DISTINCT first
