// Return the parents of the specified records.
// In: $naIds, $most.  Out: naId, other.
UNWIND $naIds AS naId
MATCH (:record {naId: naId, chunkSeqId: 0})<-[:Includes]-(parent:record)
RETURN naId, parent.naId AS other
ORDER BY naId, other
LIMIT $most
