// For each type, count the loaded records and the records that are only mentioned. Of the loaded
// records, count the records that are online, and the records that lack a name or their own year.
// Out: type, records, stubs, online, unnamed, undated, inherited.
MATCH (first:record {chunkSeqId: 0})
WHERE first.withdrawn IS NULL
WITH first, first.stub IS NULL AS isFull,
     none(date IN [first.startDate, first.endDate]
          WHERE coalesce(date, '') CONTAINS toString(first.startYear)) AS isInherited
WITH coalesce(first.levelOfDescription, first.authorityType) AS type,
     sum(CASE WHEN isFull THEN 1 ELSE 0 END) AS records,
     sum(CASE WHEN isFull THEN 0 ELSE 1 END) AS stubs,
     sum(CASE WHEN isFull AND first.isOnline THEN 1 ELSE 0 END) AS online,
     sum(CASE WHEN isFull AND first.title IS NULL AND first.heading IS NULL THEN 1 ELSE 0 END) AS unnamed,
     sum(CASE WHEN isFull AND first.startYear IS NULL THEN 1 ELSE 0 END) AS undated,
     sum(CASE WHEN isFull AND isInherited THEN 1 ELSE 0 END) AS inherited
RETURN type, records, stubs, online, unnamed, undated, inherited
ORDER BY type
