// All chunks with their series and with the language model that was asked about them.
// In: $within (naIds of records, or null for all).  Out: chunkId, series (or null), by, isChosen.
MATCH (first:recordWithText)
WHERE first.chunkSeqId = 0
      AND ($within IS NULL
           OR EXISTS { (above:record WHERE above.naId IN $within)-[:Includes*0..12]->(first) })
CALL (first) {
    OPTIONAL MATCH (series:series)-[:Includes*0..12]->(first)
    RETURN min(series.naId) AS series
}
MATCH (chunk:record {naId: first.naId})
RETURN chunk.chunkId AS chunkId, series, chunk.modelReplyBy AS by,
       coalesce(chunk.modelReplyChosen, false) AS isChosen
ORDER BY chunkId
