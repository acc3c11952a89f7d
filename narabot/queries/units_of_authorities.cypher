// Return the number of descriptions by or about the specified authorities, by relation and level.
// Follows `names_of_authorities`.
// In: naId, name.  Out: relation, level, count.
MATCH (name)-[relation:BY_OR_ABOUT]->(first:record)
WHERE first.recordType = 'description'
RETURN type(relation) AS relation, first.levelOfDescription AS level,
       count(DISTINCT first.naId) AS count
ORDER BY relation, level
