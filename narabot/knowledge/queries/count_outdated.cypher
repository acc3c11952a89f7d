// Number of outdated records and chunks, and of all records and chunks.
// In: $version, $within (naIds of records, or null for all).  Out: records, chunks, behind,
// chunksBehind.
MATCH (first:recordWithText)
WHERE first.chunkSeqId = 0
      AND ($within IS NULL
           OR EXISTS { (above:record WHERE above.naId IN $within)-[:Includes*0..12]->(first) })
WITH first, coalesce(first.knownBy, '') <> first.recordHash + $version AS isBehind,
     COUNT { (:record {naId: first.naId}) } AS chunks
RETURN count(first) AS records, sum(chunks) AS chunks,
       count(CASE WHEN isBehind THEN 1 END) AS behind,
       sum(CASE WHEN isBehind THEN chunks ELSE 0 END) AS chunksBehind
