// The records of a given community, as many as are wanted: a unit with what is kept in it, or what
// is by or about an authority, with what is kept in that.
// In: $communityId, $most.  Out: naIds.
MATCH (community:Community {communityId: $communityId, kind: 'given'})
UNWIND community.tops AS top
MATCH (:record {naId: top, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WHERE first.withdrawn IS NULL
WITH DISTINCT first.naId AS naId
LIMIT $most
RETURN collect(naId) AS naIds
