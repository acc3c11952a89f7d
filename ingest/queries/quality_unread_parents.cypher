// Parents of loaded records that were not loaded themselves.
// Out: first, weight, detail.
MATCH (first:record {stub: true})
WITH first, COUNT { (first)-[:Includes]->(below:recordWithText) } AS weight
WHERE weight > 0
WITH first, weight, {below: weight} AS detail
