// The records that name some authorities, as those that made or gave them, or as their subjects.
// In: $creators, $subjects, $authorities (either), $most.  Out: naIds.
MATCH (authority:record)-[relation:BY_OR_ABOUT]->(unit:record)
WHERE authority.naId IN $creators + $subjects + $authorities
  AND authority.naId IN $authorities +
      CASE type(relation) WHEN 'subject' THEN $subjects ELSE $creators END
WITH DISTINCT unit.naId AS naId
ORDER BY naId
LIMIT $most
RETURN collect(naId) AS naIds
