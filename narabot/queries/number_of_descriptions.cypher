// Return the number of descriptions by or about the specified authorities. Follows
// `names_of_authorities`.
// In: naId, name.  Out: count.
MATCH (name)-[:BY_OR_ABOUT]->(first:record)
WHERE first.recordType = 'description'
RETURN count(DISTINCT first.naId) AS count
