// Return a page of the children of a record, in naId order. NARA numbers records in the order in
// which it describes them.
// In: $naId, $skip, $most.  Out: record.
MATCH (parent:record {naId: $naId, chunkSeqId: 0})-[:Includes]->(child:record)
WITH child
ORDER BY child.naId
SKIP $skip
LIMIT $most
RETURN child {
    .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
} AS record
