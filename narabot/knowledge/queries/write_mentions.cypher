// Write the places where chunks mention phrases.
// In: $rows of {phraseId, chunkId, start, end, surface, method}.
UNWIND $rows AS row
MATCH (phrase:PhraseNode {phraseId: row.phraseId})
MATCH (chunk:record {chunkId: row.chunkId})
SET chunk:PassageNode
CREATE (phrase)-[:MENTIONED_IN {
    start: row.start, end: row.end, surface: row.surface, method: row.method
}]->(chunk)
