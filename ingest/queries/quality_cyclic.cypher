// Descriptions that are their own ancestors. Valid pairs of levels lead only downward, so every
// cycle contains an invalid pair. The query follows only these pairs.
// In: $fitting.  Out: first (with the smallest naId), weight, detail.
MATCH (above:record)-[:Includes]->(below:record)
WHERE NOT above.levelOfDescription + ' > ' + below.levelOfDescription IN $fitting
    AND above <> below
MATCH path = shortestPath((below:record)-[:Includes*1..12]->(above:record))
WITH DISTINCT apoc.coll.sort([step IN nodes(path) | step.naId]) AS circle
MATCH (first:record {chunkId: toString(circle[0]) + '-0'})
WITH first, size(circle) AS weight,
     {circle: apoc.text.join([naId IN circle | toString(naId)], ', ')} AS detail
