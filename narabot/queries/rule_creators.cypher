// Return the creators that the specified records themselves name.
// In: $naIds, $most.  Out: naId, other.
UNWIND $naIds AS naId
MATCH (:record {naId: naId, chunkSeqId: 0})<-[:creator]-(creator:record)
RETURN naId, creator.naId AS other
ORDER BY naId, other
LIMIT $most
