// Descriptions by the decade in which they begin.
// Out: decade (its first year), records.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description' AND first.startYear IS NOT NULL
WITH first.startYear / 10 * 10 AS decade, count(first) AS records
RETURN decade, records
ORDER BY decade
