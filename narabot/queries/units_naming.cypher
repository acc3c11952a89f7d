// Return the records that name any of the specified authorities as a creator, contributor, donor,
// or subject.
// In: naIds in $creator, $subject, and $authority (any of these relations), $most.  Out: naIds.
MATCH (authority:record)-[relation:BY_OR_ABOUT]->(unit:record)
WHERE authority.naId IN $creator + $subject + $authority
  AND authority.naId IN $authority +
      CASE type(relation) WHEN 'subject' THEN $subject ELSE $creator END
WITH DISTINCT unit.naId AS naId
ORDER BY naId
LIMIT $most
RETURN collect(naId) AS naIds
