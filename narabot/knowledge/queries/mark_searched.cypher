// Note of a given community in what state all in it was searched for communities.
// In: $home, $digest.
MATCH (community:Community {communityId: $home})
SET community.searchedAs = $digest
