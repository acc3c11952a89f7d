// How many records of each level are right below a record.
// In: $naId.  Out: level, count.
MATCH (parent:record {naId: $naId, chunkSeqId: 0})-[:Includes]->(child:record)
RETURN child.levelOfDescription AS level, count(child) AS count
ORDER BY count DESC, level
