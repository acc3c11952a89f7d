// Return the descriptions that name any of the specified authorities as a creator. Precedes
// `facts_of_records`.
// In: $naIds.  Out: first.
UNWIND $naIds AS naId
MATCH (maker:record {naId: naId, chunkSeqId: 0})-[:creator]->(first:record)
WITH DISTINCT first
