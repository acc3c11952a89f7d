// Descriptions with an impossible year: before 1000 or with five digits.
// Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description'
    AND any(date IN [first.startDate, first.endDate]
            WHERE date =~ '([^0-9]* )?([0-9]{1,3}|0[0-9]{3}|[0-9]{5,})(-.*)?[?]?')
WITH first, 0 AS weight,
     {starts: coalesce(first.startDate, 'not stated'),
      ends: coalesce(first.endDate, 'not stated')} AS detail
