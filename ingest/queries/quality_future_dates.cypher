// Records with dates after the current year.
// In: $year.  Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.endYear > $year AND coalesce(first.startDate, first.endDate) IS NOT NULL
WITH first, first.endYear AS weight,
     {starts: coalesce(first.startDate, 'not stated'),
      ends: coalesce(first.endDate, 'not stated')} AS detail
