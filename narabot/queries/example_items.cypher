// Return items and file units with a readable title, a date, and digital objects. The records with
// the most names come first because they are described best.
// In: $shortest, $longest (characters of a title), $most.  Out: naId, title.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE (first:item OR first:fileUnit) AND $shortest <= size(first.title) <= $longest
      AND first.isOnline AND first.startDate IS NOT NULL
WITH first
LIMIT $most
RETURN first.naId AS naId, first.title AS title
ORDER BY COUNT { (first)<-[:BY_OR_ABOUT]-() } DESC, naId
