// Return up to $most records in a community that the hierarchy defines: a unit with its
// descendants, or the descriptions by or about an authority with their descendants.
// In: $communityId, $most.  Out: naIds.
MATCH (community:Community {communityId: $communityId, kind: 'given'})
UNWIND community.tops AS top
MATCH (:record {naId: top, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WHERE first.withdrawn IS NULL
WITH DISTINCT first.naId AS naId
LIMIT $most
RETURN collect(naId) AS naIds
