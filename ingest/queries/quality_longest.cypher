// The records with the most chunks.
// In: $limit.  Out: first, weight, detail.
MATCH (last:recordWithText)
WHERE last.chunkSeqId > 0 AND NOT EXISTS { (last)-[:Next]->() }
WITH last
ORDER BY last.chunkSeqId DESC, last.naId
LIMIT $limit
MATCH (first:record {chunkId: toString(last.naId) + '-0'})
CALL (first) {
    MATCH (chunk:record {naId: first.naId})
    RETURN count(chunk) AS chunks, sum(size(chunk.text)) AS characters
}
WITH first, chunks AS weight, {chunks: chunks, characters: characters} AS detail
