// Return values that change when a record or any of its descendants changes.
// In: $naIds.  Out: hashes (one string per record, starting with its naId; unordered).
UNWIND $naIds AS naId
MATCH (above:record {naId: naId, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WITH DISTINCT first
RETURN collect(first.naId + coalesce(left(first.recordHash, 16), '')
       + CASE WHEN first.withdrawn IS NULL THEN '' ELSE '-' END) AS hashes
