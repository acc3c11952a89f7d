// Return the records of detected communities, as of their detection.
// In: $communityIds.  Out: communityId, naIds.
UNWIND $communityIds AS communityId
MATCH (community:Community {communityId: communityId, kind: 'found'})
RETURN communityId, community.members AS naIds
ORDER BY communityId
