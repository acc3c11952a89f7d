// Records that name a phrase, by their years, each with the first chunk that does.
// In: $phraseId, $skip, $most.  Out: record, text, spans (list of [start, end]).
MATCH (phrase:PhraseNode {phraseId: $phraseId})-[mention:MENTIONED_IN]->(chunk:PassageNode)
WITH chunk, mention ORDER BY mention.start
WITH chunk, collect([mention.start, mention.end]) AS spans
ORDER BY chunk.chunkSeqId
WITH chunk.naId AS naId, collect({text: chunk.text, spans: spans})[0] AS found
MATCH (first:record {chunkId: toString(naId) + '-0'})
WITH first, found
ORDER BY first.startYear, first.naId
SKIP $skip
LIMIT $most
RETURN first {
    .recordType, .levelOfDescription, .authorityType, .title, .heading, .naId, .startDate,
    .endDate, .source
} AS record, found.text AS text, found.spans AS spans
