// Return a page of the records that mention a phrase, in order of year, each with the first chunk
// that mentions the phrase.
// In: $phraseId, $skip, $most.  Out: record, text, spans (list of [start, end]).
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[:MENTIONED_IN]->(chunk:PassageNode)
WITH DISTINCT phrase, chunk.naId AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
WITH phrase, first
ORDER BY first.startYear, first.naId
SKIP $skip
LIMIT $most
CALL (phrase, first) {
    MATCH (phrase)-[mention:MENTIONED_IN]->(chunk:PassageNode {naId: first.naId})
    WITH chunk, mention ORDER BY mention.start
    WITH chunk, collect([mention.start, mention.end]) AS spans
    ORDER BY chunk.chunkSeqId LIMIT 1
    RETURN chunk.text AS text, spans
}
RETURN first {
    .recordType, .levelOfDescription, .authorityType, .title, .heading, .naId, .startDate,
    .endDate, .source
} AS record, text, spans
ORDER BY first.startYear, first.naId
