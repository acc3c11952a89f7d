// Some items or file units with a readable title and a date, that can be seen online: those with
// the most names first, for they are described best.
// In: $shortest, $longest (characters of a title), $most.  Out: naId, title.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE (first:item OR first:fileUnit) AND $shortest <= size(first.title) <= $longest
      AND first.isOnline AND first.startDate IS NOT NULL
WITH first
LIMIT $most
RETURN first.naId AS naId, first.title AS title
ORDER BY COUNT { (first)<-[:BY_OR_ABOUT]-() } DESC, naId
