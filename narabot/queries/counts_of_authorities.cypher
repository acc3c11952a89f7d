// How many descriptions are by or about each of some authorities. Follows `names_of_authorities`.
// In: naId, name.  Out: naId, by, about; no row for an authority without any.
MATCH (name)-[relation:BY_OR_ABOUT]->(first:record)
WHERE first.recordType = 'description'
RETURN naId,
       count(DISTINCT CASE WHEN type(relation) <> 'subject' THEN first.naId END) AS by,
       count(DISTINCT CASE WHEN type(relation) = 'subject' THEN first.naId END) AS about
ORDER BY naId
