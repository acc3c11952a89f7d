// Return up to $most chunks that mention each phrase. Chunks of the authority record that the
// phrase is linked to come first, then the chunks that mention the phrase most often.
// In: $phraseIds, $most.
// Out: phraseId, places of [chunkId, naId, times, names (in the chunk, of any class)].
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})
CALL (phrase) {
    MATCH (phrase)-[:MENTIONED_IN]->(chunk:PassageNode)
    WITH chunk, count(*) AS times, coalesce(chunk.naId = phrase.naId, false) AS isOwn
    ORDER BY isOwn DESC, times DESC, chunk.chunkId
    LIMIT $most
    RETURN collect([chunk.chunkId, chunk.naId, times, COUNT { (chunk)<-[:MENTIONED_IN]-() }])
        AS places
}
RETURN phraseId, places
ORDER BY phraseId
