// The authorities that a record names, by role, and who made the records above it. Earlier and
// later names of an organization are another statement's.
// In: $naIds, the record's own first.  Out: naId, relation, authority.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
MATCH (authority:record)-[relation:ANY_ROLE]->(first)
WHERE naId = $naIds[0] OR type(relation) = 'creator'
RETURN naId, type(relation) AS relation, authority {
    .recordType, .authorityType, .heading, .naId, .startDate, .endDate, .source
} AS authority
ORDER BY naId, relation, authority.heading, authority.naId
