// Count the descriptions by the decade in which they begin: by the year of their own dates, or else
// the year at the end of the title, or else the year of an ancestor.
// In: $yearAtEnd, $year: patterns.
// Out: decade (its first year, or null without a year), records, titled (dated by their title),
// inherited (dated by an ancestor).
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description'
WITH first, any(date IN [first.startDate, first.endDate]
                WHERE coalesce(date, '') CONTAINS toString(first.startYear)) AS isOwn
WITH first, coalesce(isOwn, false) AS isOwn,
     NOT coalesce(isOwn, false) AND coalesce(first.title =~ $yearAtEnd, false) AS isTitled
WITH CASE WHEN isTitled THEN toInteger(last(apoc.text.regexGroups(first.title, $year))[0])
          ELSE first.startYear END AS year,
     isTitled, NOT isOwn AND NOT isTitled AND first.startYear IS NOT NULL AS isInherited
WITH year / 10 * 10 AS decade, count(*) AS records,
     sum(CASE WHEN isTitled THEN 1 ELSE 0 END) AS titled,
     sum(CASE WHEN isInherited THEN 1 ELSE 0 END) AS inherited
RETURN decade, records, titled, inherited
ORDER BY decade
