// All records that filters keep, but the one in which they must be. Follows `kept_hits`.
// In: node, $ancestor (naIds), $most.  Out: naId.
WHERE NOT node.naId IN $ancestor
WITH DISTINCT node.naId AS naId
LIMIT $most
RETURN naId
