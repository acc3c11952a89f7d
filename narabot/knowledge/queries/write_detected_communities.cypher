// Write the communities detected in a catalog community, and their names, the heaviest first.
// In: $home (a communityId), $rows of {communityId, level, size, digest, parent, phraseIds, members
// (naIds of records)}.
UNWIND $rows AS row
MERGE (community:Community {communityId: row.communityId})
SET community.kind = 'found', community.home = $home, community.level = row.level,
    community.size = row.size, community.digest = row.digest,
    community.members = row.members
WITH community, row
CALL (community) {
    MATCH (community)-[old:PARENT_COMMUNITY]->(:Community)
    DELETE old
}
CALL (community) {
    MATCH (:PhraseNode)-[old:IN_COMMUNITY]->(community)
    DELETE old
}
WITH community, row
MATCH (parent:Community {communityId: row.parent})
MERGE (community)-[:PARENT_COMMUNITY]->(parent)
WITH community, row
UNWIND range(0, size(row.phraseIds) - 1) AS place
MATCH (phrase:PhraseNode {phraseId: row.phraseIds[place]})
CREATE (phrase)-[:IN_COMMUNITY {place: place}]->(community)
