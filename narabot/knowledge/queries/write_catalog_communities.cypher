// Write catalog communities, each as part of the nearest one above it.
// In: $rows of {communityId, naId, name, level, size, digest, tops, parent (a communityId or
// null)}.
UNWIND $rows AS row
MERGE (community:Community {communityId: row.communityId})
SET community.kind = 'given', community.naId = row.naId, community.name = row.name,
    community.level = row.level, community.size = row.size, community.digest = row.digest,
    community.tops = row.tops
WITH community, row
CALL (community, row) {
    MATCH (community)-[old:PARENT_COMMUNITY]->(other:Community)
    WHERE row.parent IS NULL OR other.communityId <> row.parent
    DELETE old
}
CALL (community, row) {
    MATCH (parent:Community {communityId: row.parent})
    MERGE (community)-[:PARENT_COMMUNITY]->(parent)
}
