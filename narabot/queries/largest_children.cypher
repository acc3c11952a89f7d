// Return the children of a record that have the most children of their own. Ties go to the naIds
// closest to $near, so that the neighbors of a record among its siblings come first.
// In: $naId, $near (a naId that is excluded), $most.  Out: record.
MATCH (parent:record {naId: $naId, chunkSeqId: 0})-[:Includes]->(child:record)
WHERE child.naId <> $near
WITH child, COUNT { (child)-[:Includes]->() } AS rightBelow
ORDER BY rightBelow DESC, abs(child.naId - $near), child.naId
LIMIT $most
RETURN child {
    .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
} AS record
