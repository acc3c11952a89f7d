// From which decades the records are that name a phrase.
// In: $phraseId.  Out: decade, records.
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[:MENTIONED_IN]->(chunk:PassageNode)
WHERE chunk.startYear IS NOT NULL
WITH DISTINCT chunk.naId AS naId, chunk.startYear / 10 * 10 AS decade
RETURN decade, count(naId) AS records
ORDER BY decade
