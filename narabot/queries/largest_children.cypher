// The records right below a record that have the most right below them, ties by how near their
// naId is to another's: of those beside a record, its neighbours.
// In: $naId, $near (a naId that is left out), $most.  Out: record.
MATCH (parent:record {naId: $naId, chunkSeqId: 0})-[:Includes]->(child:record)
WHERE child.naId <> $near
WITH child, COUNT { (child)-[:Includes]->() } AS rightBelow
ORDER BY rightBelow DESC, abs(child.naId - $near), child.naId
LIMIT $most
RETURN child {
    .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
} AS record
