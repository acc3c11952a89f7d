// Return the detected communities that have a report and contain any of the specified phrases, with
// the number of those phrases in each. Ties go to the smallest community.
// In: $phraseIds, $most.  Out: communityId, names.
UNWIND $phraseIds AS phraseId
MATCH (:PhraseNode {phraseId: phraseId})-[:IN_COMMUNITY]->(community:Community)
WHERE EXISTS { (:Report)-[:REPORTS]->(community) }
WITH community, count(DISTINCT phraseId) AS names
ORDER BY names DESC, community.size, community.communityId
LIMIT $most
RETURN community.communityId AS communityId, names
