// Return the number of children of a record at each level of description.
// In: $naId.  Out: level, count.
MATCH (parent:record {naId: $naId, chunkSeqId: 0})-[:Includes]->(child:record)
RETURN child.levelOfDescription AS level, count(child) AS count
ORDER BY count DESC, level
