// The catalog communities that are already stored.
// Out: communityId, naId, searchedAs, foundFrom (digests of the searched content).
MATCH (community:Community {kind: 'given'})
RETURN community.communityId AS communityId, community.naId AS naId,
       community.searchedAs AS searchedAs, community.foundFrom AS foundFrom
ORDER BY communityId
