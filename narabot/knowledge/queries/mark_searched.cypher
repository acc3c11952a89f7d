// Store the state of a catalog community whose whole content was searched for communities.
// In: $home, $digest.
MATCH (community:Community {communityId: $home})
SET community.searchedAs = $digest
