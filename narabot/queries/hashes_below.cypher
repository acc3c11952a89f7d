// What changes as soon as a record, or anything that is kept in it, does.
// In: $naIds.  Out: hashes (a text of each record with its naId, in no order).
UNWIND $naIds AS naId
MATCH (above:record {naId: naId, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WITH DISTINCT first
RETURN collect(first.naId + coalesce(left(first.recordHash, 16), '')
       + CASE WHEN first.withdrawn IS NULL THEN '' ELSE '-' END) AS hashes
