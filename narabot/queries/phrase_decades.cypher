// From which decades the descriptions are that name a phrase: by their own dates, else by the first year
// in their title, else by the dates above them.
// In: $phraseId, $yearInTitle (a regular expression with one group).
// Out: decade (null for those without dates), records.
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[:MENTIONED_IN]->(chunk:PassageNode)
WHERE chunk.recordType = 'description'
WITH DISTINCT chunk.naId AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
WITH first,
     CASE WHEN coalesce(first.startDate, first.endDate) IS NULL
          THEN [found IN apoc.text.regexGroups(coalesce(first.title, ''), $yearInTitle)
                | toInteger(found[1])]
          ELSE [] END AS titled
WITH coalesce(apoc.coll.min(titled), first.startYear, first.endYear) AS year
RETURN year / 10 * 10 AS decade, count(*) AS records
ORDER BY decade
