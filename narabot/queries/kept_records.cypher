// Return the records that the filters keep, except the specified ancestors themselves. Follows
// `kept_hits`.
// In: node, $ancestor (naIds), $most.  Out: naId.
WHERE NOT node.naId IN $ancestor
WITH DISTINCT node.naId AS naId
LIMIT $most
RETURN naId
