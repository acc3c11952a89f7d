// Return the authorities that a record names, grouped by role, and the creators of its ancestors.
// `other_names` returns the earlier and later names of an organization.
// In: $naIds (the record's own naId first).  Out: naId, relation, authority.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
MATCH (authority:record)-[relation:ANY_ROLE]->(first)
WHERE naId = $naIds[0] OR type(relation) = 'creator'
RETURN naId, type(relation) AS relation, authority {
    .recordType, .authorityType, .heading, .naId, .startDate, .endDate, .source
} AS authority
ORDER BY naId, relation, authority.heading, authority.naId
