// The records of found communities, as they were when these were found.
// In: $communityIds.  Out: communityId, naIds.
UNWIND $communityIds AS communityId
MATCH (community:Community {communityId: communityId, kind: 'found'})
RETURN communityId, community.members AS naIds
ORDER BY communityId
