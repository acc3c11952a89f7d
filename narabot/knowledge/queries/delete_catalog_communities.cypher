// Delete obsolete catalog communities, the communities detected in them, and all of their reports.
// In: $kept (communityIds), $within (naIds of records, or null for all).
MATCH (community:Community {kind: 'given'})
WHERE NOT community.communityId IN $kept
  AND ($within IS NULL
       OR NOT EXISTS {
           MATCH (first:record {naId: community.naId, chunkSeqId: 0})
           WHERE first.withdrawn IS NULL
       }
       OR EXISTS {
           (above:record WHERE above.naId IN $within)-[:Includes*0..12]->
           (:record {naId: community.naId, chunkSeqId: 0})
       })
OPTIONAL MATCH (found:Community {kind: 'found', home: community.communityId})
WITH collect(community) + collect(found) AS communities
UNWIND communities AS gone
WITH DISTINCT gone
OPTIONAL MATCH (report:Report)-[:REPORTS]->(gone)
DETACH DELETE report, gone
