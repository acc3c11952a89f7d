// Which of some records the graph has, stubs too.
// In: $naIds.  Out: naId.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
RETURN DISTINCT naId
ORDER BY naId
