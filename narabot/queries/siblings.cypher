// Return the records before and after a record under its parent, in naId order.
// In: $naId, $parent.  Out: before, after (maps or null), place, count.
MATCH (parent:record {naId: $parent, chunkSeqId: 0})-[:Includes]->(sibling:record)
WITH max(CASE WHEN sibling.naId < $naId THEN sibling.naId END) AS beforeNaId,
     min(CASE WHEN sibling.naId > $naId THEN sibling.naId END) AS afterNaId,
     sum(CASE WHEN sibling.naId <= $naId THEN 1 ELSE 0 END) AS place,
     count(sibling) AS count
OPTIONAL MATCH (before:record {naId: beforeNaId, chunkSeqId: 0})
OPTIONAL MATCH (after:record {naId: afterNaId, chunkSeqId: 0})
RETURN before {
           .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
       } AS before,
       after {
           .recordType, .levelOfDescription, .title, .naId, .startDate, .endDate, .source
       } AS after,
       place, count
