// Records above others that were read, but without a line of their own.
// Out: first, weight, detail.
MATCH (first:record {stub: true})
WITH first, COUNT { (first)-[:Includes]->(below:recordWithText) } AS weight
WHERE weight > 0
WITH first, weight, {below: weight} AS detail
