// Return up to $most chunks that mention each phrase, starting with the chunks that mention it most
// often.
// In: $phraseIds, $most.  Out: phraseId, chunkId, naId, times.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})
CALL (phrase) {
    MATCH (phrase)-[:MENTIONED_IN]->(chunk:PassageNode)
    WITH chunk, count(*) AS times
    ORDER BY times DESC, chunk.chunkId
    LIMIT $most
    RETURN chunk.chunkId AS chunkId, chunk.naId AS naId, times
}
RETURN phraseId, chunkId, naId, times
ORDER BY phraseId, times DESC, chunkId
