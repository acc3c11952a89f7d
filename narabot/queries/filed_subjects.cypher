// Return the most frequent subjects of the documents in the specified file units, taken from the
// document titles. Letter case is ignored. Subjects of only one document are excluded.
// In: $naIds, $most.  Out: naId, subjects [{subject, count}], most frequent first.
UNWIND $naIds AS naId
MATCH (unit:record {naId: naId, chunkSeqId: 0})-[:Includes]->(document:record)
WHERE document.documentSubject IS NOT NULL
WITH naId, toLower(document.documentSubject) AS folded,
     min(document.documentSubject) AS subject, count(*) AS count
WHERE count > 1
WITH naId, subject, count
ORDER BY naId, count DESC, subject
RETURN naId, collect({subject: subject, count: count})[..$most] AS subjects
