// Return the decades of the descriptions that mention a phrase. A description is dated by its own
// dates, the years in its title, or the dates of an ancestor, in that order. A description that
// spans several decades has no decade.
// In: $phraseId, $yearInTitle (a regular expression with one group).
// Out: decade (null for descriptions that are undated or span several decades), records.
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[:MENTIONED_IN]->(chunk:PassageNode)
WHERE chunk.recordType = 'description'
WITH DISTINCT chunk.naId AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
WITH first,
     CASE WHEN coalesce(first.startDate, first.endDate) IS NULL
          THEN [found IN apoc.text.regexGroups(coalesce(first.title, ''), $yearInTitle)
                | toInteger(found[1])]
          ELSE [] END AS titled
WITH coalesce(apoc.coll.min(titled), first.startYear, first.endYear) / 10 * 10 AS decade,
     coalesce(apoc.coll.max(titled), first.endYear, first.startYear) / 10 * 10 AS until
RETURN CASE WHEN decade = until THEN decade END AS decade, count(*) AS records
ORDER BY decade
