// The records of given communities: a unit with what is kept in it, or what is by or about an
// authority, with what is kept in that.
// In: $communityIds.  Out: communityId, naIds.
UNWIND $communityIds AS communityId
MATCH (community:Community {communityId: communityId, kind: 'given'})
UNWIND community.tops AS top
MATCH (:record {naId: top, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WHERE first.withdrawn IS NULL
WITH DISTINCT communityId, first.naId AS naId
ORDER BY naId
RETURN communityId, collect(naId) AS naIds
ORDER BY communityId
