// Descriptions without a year: stated, inherited, or at the end of the title.
// In: $yearAtEnd: a pattern.  Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description' AND first.startYear IS NULL
    AND NOT coalesce(first.title, '') =~ $yearAtEnd
WITH first, 0 AS weight,
     {stated: coalesce('only: ' + first.startDate, 'only an end: ' + first.endDate, 'none')} AS detail
