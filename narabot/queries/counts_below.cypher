// Return the number of descriptions below each record, at all levels.
// In: $naIds, $most (maximum count per record).  Out: naId, count.
UNWIND $naIds AS naId
MATCH (above:record {naId: naId, chunkSeqId: 0})
CALL (above) {
    MATCH (above)-[:Includes*1..12]->(below:record)
    WITH DISTINCT below
    LIMIT $most
    RETURN count(below) AS count
}
RETURN naId, count
ORDER BY naId
