// The communities previously detected in a catalog community.
// In: $home (a communityId).  Out: communityId, level, phraseIds.
MATCH (community:Community {kind: 'found', home: $home})
OPTIONAL MATCH (phrase:PhraseNode)-[:IN_COMMUNITY]->(community)
RETURN community.communityId AS communityId, community.level AS level,
       collect(phrase.phraseId) AS phraseIds
ORDER BY communityId
