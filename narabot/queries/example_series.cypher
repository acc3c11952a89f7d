// Return series with a readable title and a known creator.
// In: $shortest, $longest (characters of a title), $most.  Out: naId, title.
MATCH (series:series {chunkSeqId: 0})
WHERE $shortest <= size(series.title) <= $longest AND EXISTS { (:organization)-[:creator]->(series) }
WITH series
LIMIT $most
RETURN series.naId AS naId, series.title AS title
ORDER BY COUNT { (series)-[:Includes]->() } DESC, naId
