// Descriptions whose parent has the wrong level.
// In: $fitting: pairs such as 'series > item'.  Out: first, weight, detail.
MATCH (above:record)-[:Includes]->(first:record)
WHERE NOT above.levelOfDescription + ' > ' + first.levelOfDescription IN $fitting
WITH first, 0 AS weight, {above: above.levelOfDescription, naId: above.naId} AS detail
