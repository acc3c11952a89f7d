// Store the state of a catalog community in which communities were detected.
// In: $home, $digest.
MATCH (community:Community {communityId: $home})
SET community.foundFrom = $digest
