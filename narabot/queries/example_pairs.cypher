// Return pairs of series that have readable titles and were created by the same organization.
// In: $shortest, $longest (characters of a title), $most.  Out: first, second (titles).
MATCH (one:series {chunkSeqId: 0})<-[:creator]-(:organization)-[:creator]->(other:series)
WHERE one.naId < other.naId AND one.title <> other.title
  AND $shortest <= size(one.title) <= $longest AND $shortest <= size(other.title) <= $longest
WITH one, other
LIMIT $most
WITH DISTINCT one, other
RETURN one.title AS first, other.title AS second
ORDER BY size(first) + size(second), first, second
