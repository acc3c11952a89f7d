// Note of a given community in what state communities were sought in it.
// In: $home, $digest.
MATCH (community:Community {communityId: $home})
SET community.foundFrom = $digest
