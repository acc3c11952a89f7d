// How many descriptions are by or about some authorities. Follows `names_of_authorities`.
// In: naId, name.  Out: count.
MATCH (name)-[:creator|contributor|donor|subject]->(first:record)
WHERE first.recordType = 'description'
RETURN count(DISTINCT first.naId) AS count
