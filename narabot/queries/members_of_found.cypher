// Return the records that belonged to the specified communities when the communities were detected.
// In: $communityIds.  Out: communityId, naIds.
UNWIND $communityIds AS communityId
MATCH (community:Community {communityId: communityId, kind: 'found'})
RETURN communityId, community.members AS naIds
ORDER BY communityId
