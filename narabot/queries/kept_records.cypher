// All records that filters keep, but the one in which they must be. Follows `kept_hits`.
// In: node, $ancestor, $most.  Out: naId.
WHERE $ancestor IS NULL OR node.naId <> $ancestor
WITH DISTINCT node.naId AS naId
LIMIT $most
RETURN naId
