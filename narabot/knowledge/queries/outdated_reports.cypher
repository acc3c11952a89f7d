// Communities whose report is missing or outdated, detected communities before catalog communities.
// With a language model, these include communities on which it has not written.
// In: $by (the model and its prompt, or null), $done (communityIds to skip), $limit.
// Out: communityId, kind, naId, name, level, size, digest, tops, homeNaId.
MATCH (community:Community)
WHERE NOT community.communityId IN $done AND NOT EXISTS {
    MATCH (report:Report)-[:REPORTS]->(community)
    WHERE report.digest = community.digest AND ($by IS NULL OR report.asked = $by)
}
OPTIONAL MATCH (home:Community {communityId: community.home})
RETURN community.communityId AS communityId, community.kind AS kind, community.naId AS naId,
       community.name AS name, community.level AS level, community.size AS size,
       community.digest AS digest, community.tops AS tops, home.naId AS homeNaId
ORDER BY kind, level DESC, communityId
LIMIT $limit
