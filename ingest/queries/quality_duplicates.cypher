// Descriptions with the same title, level, dates, and parent, as groups.
// Out: first (with the smallest naId), weight (the number of records in the group), detail.
MATCH (above:recordGroup|collection|series|fileUnit)
WHERE above.chunkSeqId = 0
CALL (above) {
    MATCH (above)-[:Includes]->(below:recordWithText)
    WHERE below.title IS NOT NULL
    WITH below.title AS title, below.levelOfDescription AS level, below.startDate AS startDate,
         below.endDate AS endDate, collect(below.naId) AS naIds
    WHERE size(naIds) > 1
    RETURN apoc.coll.sort(naIds) AS naIds
}
MATCH (first:record {chunkId: toString(naIds[0]) + '-0'})
WITH first, size(naIds) AS weight,
     {others: apoc.text.join([naId IN naIds[1..10] | toString(naId)], ', '),
      copies: size(naIds), dated: coalesce('dated ' + first.startDate, 'without a date')} AS detail
