// Some of the records right below a record, by naId: as NARA has described them one after the other.
// In: $naId, $skip, $most.  Out: record.
MATCH (parent:record {naId: $naId, chunkSeqId: 0})-[:Includes]->(child:record)
WITH child
ORDER BY child.naId
SKIP $skip
LIMIT $most
RETURN child {
    .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
} AS record
