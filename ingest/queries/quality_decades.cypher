// Descriptions by the decade in which they begin; a year of which the record's own dates say
// nothing is inherited from a record above.
// In: $yearAtEnd: a pattern.
// Out: decade (its first year; null for those without a year), records, inherited, and titled:
// those of a title that ends in a year, inherited or without.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description'
WITH first, none(date IN [first.startDate, first.endDate]
                 WHERE coalesce(date, '') CONTAINS toString(first.startYear)) AS isInherited
WITH first.startYear / 10 * 10 AS decade, isInherited,
     first.startYear IS NULL OR isInherited AS isWithoutOwn, first.title =~ $yearAtEnd AS isTitled
WITH decade, count(*) AS records, sum(CASE WHEN isInherited THEN 1 ELSE 0 END) AS inherited,
     sum(CASE WHEN isWithoutOwn AND isTitled THEN 1 ELSE 0 END) AS titled
RETURN decade, records, inherited, titled
ORDER BY decade
