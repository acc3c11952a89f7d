// Descriptions without a year whose title seems to end in a year.
// In: $yearAtEnd: a pattern.  Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description' AND first.startYear IS NULL
    AND first.title =~ $yearAtEnd
WITH first, 0 AS weight, {ending: right(first.title, 24)} AS detail
