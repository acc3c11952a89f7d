// Series, file units, and items without a parent.
// Out: first, weight, detail.
MATCH (first:series|fileUnit|item)
WHERE first.chunkSeqId = 0 AND NOT EXISTS { (first)<-[:Includes]-() }
WITH first, COUNT { (first)-[:Includes]->() } AS weight
WITH first, weight, {below: weight} AS detail
