// Descriptions by or about some authorities. Follows `names_of_authorities`.
// In: naId, name, $most.  Out: naId, level, relations.
MATCH (name)-[relation:creator|contributor|donor|subject]->(first:record)
WHERE first.recordType = 'description'
WITH first, type(relation) AS relation
ORDER BY relation
WITH first.naId AS naId, first.levelOfDescription AS level, collect(DISTINCT relation) AS relations
ORDER BY naId
LIMIT $most
RETURN naId, level, relations
