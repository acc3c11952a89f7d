// What the documents in some file units most often concern, as their titles say it; letters' case
// makes no difference, and what one document alone concerns is left out.
// In: $naIds, $most.  Out: naId, subjects [{subject, count}], the most frequent first.
UNWIND $naIds AS naId
MATCH (unit:record {naId: naId, chunkSeqId: 0})-[:Includes]->(document:record)
WHERE document.documentSubject IS NOT NULL
WITH naId, toLower(document.documentSubject) AS folded,
     min(document.documentSubject) AS subject, count(*) AS count
WHERE count > 1
WITH naId, subject, count
ORDER BY naId, count DESC, subject
RETURN naId, collect({subject: subject, count: count})[..$most] AS subjects
