// Communities without a report, or with one of another state; those in others come before these. With
// a language model also those on which it has not written.
// In: $by (the model and its prompt, null for none), $done (communityIds to be left out), $limit.
// Out: communityId, kind, naId, name, home, level, size, digest, tops, homeName, homeNaId.
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
