// Descriptions with several parents.
// Out: first, weight, detail.
MATCH (first:recordGroup|collection|series|fileUnit|item)
WHERE first.chunkSeqId = 0 AND COUNT { (first)<-[:Includes]-() } > 1
CALL (first) {
    MATCH (above:record)-[:Includes]->(first)
    WITH above.naId AS naId
    ORDER BY naId
    RETURN collect(naId) AS parents
}
WITH first, size(parents) AS weight,
     {parents: apoc.text.join([naId IN parents[0..10] | toString(naId)], ', ')} AS detail
