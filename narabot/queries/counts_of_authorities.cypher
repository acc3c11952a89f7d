// Return the number of descriptions by or about each authority. Follows `names_of_authorities`.
// In: naId, name.  Out: naId, by, about; an authority without descriptions has no row.
MATCH (name)-[relation:BY_OR_ABOUT]->(first:record)
WHERE first.recordType = 'description'
RETURN naId,
       count(DISTINCT CASE WHEN type(relation) <> 'subject' THEN first.naId END) AS by,
       count(DISTINCT CASE WHEN type(relation) = 'subject' THEN first.naId END) AS about
ORDER BY naId
