// Return the specified records. Precedes `facts_of_records`.
// In: $naIds.  Out: first.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
WITH first
