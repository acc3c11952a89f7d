// Delete obsolete detected communities and their reports.
// In: $homes (communityIds), $kept (communityIds).
MATCH (community:Community {kind: 'found'})
WHERE community.home IN $homes AND NOT community.communityId IN $kept
OPTIONAL MATCH (report:Report)-[:REPORTS]->(community)
DETACH DELETE report, community
