// Descriptions that stand above themselves. A circle has a step that does not fit, so only those
// steps are followed: levels that fit go down.
// In: $fitting.  Out: first (of the smallest naId), weight, detail.
MATCH (above:record)-[:Includes]->(below:record)
WHERE NOT above.levelOfDescription + ' > ' + below.levelOfDescription IN $fitting
    AND above <> below
MATCH path = shortestPath((below:record)-[:Includes*1..12]->(above:record))
WITH DISTINCT apoc.coll.sort([step IN nodes(path) | step.naId]) AS circle
MATCH (first:record {chunkId: toString(circle[0]) + '-0'})
WITH first, size(circle) AS weight,
     {circle: apoc.text.join([naId IN circle | toString(naId)], ', ')} AS detail
