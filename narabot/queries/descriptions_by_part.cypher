// Return up to $most descriptions by or about the specified authorities for each relation. Follows
// `names_of_authorities`.
// In: naId, name, $most.  Out: relation, total, records.
MATCH (name)-[relation:BY_OR_ABOUT]->(first:record)
WHERE first.recordType = 'description'
WITH DISTINCT type(relation) AS relation, first
ORDER BY relation, first.naId
WITH relation, count(first) AS total, collect(first)[..$most] AS some
RETURN relation, total, [first IN some | first {
    .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
}] AS records
ORDER BY relation
