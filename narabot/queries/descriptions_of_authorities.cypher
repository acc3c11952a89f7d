// Return a page of the descriptions by or about the specified authorities, in naId order. Follows
// `names_of_authorities`.
// In: naId, name, $skip, $most.  Out: record.
MATCH (name)-[:BY_OR_ABOUT]->(first:record)
WHERE first.recordType = 'description'
WITH DISTINCT first
ORDER BY first.naId
SKIP $skip
LIMIT $most
RETURN first {
    .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
} AS record
