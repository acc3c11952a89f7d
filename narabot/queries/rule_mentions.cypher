// Return the chunks that mention the specified phrases.
// In: $phraseIds, $most.  Out: name, naId, chunkSeqId.
UNWIND $phraseIds AS phraseId
MATCH (phrase:PhraseNode {phraseId: phraseId})-[:MENTIONED_IN]->(chunk:PassageNode)
WITH DISTINCT phraseId AS name, chunk.naId AS naId, chunk.chunkSeqId AS chunkSeqId
LIMIT $most
RETURN name, naId, chunkSeqId
ORDER BY naId, chunkSeqId, name
