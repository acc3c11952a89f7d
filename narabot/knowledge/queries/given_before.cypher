// The given communities that were written before.
// Out: communityId, naId, searchedAs, foundFrom (digests of what was searched for communities).
MATCH (community:Community {kind: 'given'})
RETURN community.communityId AS communityId, community.naId AS naId,
       community.searchedAs AS searchedAs, community.foundFrom AS foundFrom
ORDER BY communityId
