// The number of records for each pair of parent and child levels.
// Out: above, below, records.
MATCH (above:record)-[:Includes]->(below:record)
WITH above.levelOfDescription AS above, below.levelOfDescription AS below, count(*) AS records
RETURN above, below, records
ORDER BY above, below
