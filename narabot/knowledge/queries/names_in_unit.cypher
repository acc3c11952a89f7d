// The names in the chunks of a unit and its descendants, with the catalog units above each record.
// In: $naId, $units (naIds), $unnaming (classes that are not names).
// Out: naId, hash, units, phraseIds; one row for each chunk.
MATCH (:record {naId: $naId, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WHERE first.withdrawn IS NULL
WITH DISTINCT first
MATCH (chunk:PassageNode {naId: first.naId})<-[:MENTIONED_IN]-(phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
WITH DISTINCT first, chunk, phrase ORDER BY phrase.phraseId
WITH first, chunk, collect(phrase.phraseId) AS phraseIds
CALL (first) {
    MATCH (unit:record)-[:Includes*0..12]->(first)
    WHERE unit.naId IN $units
    RETURN collect(DISTINCT unit.naId) AS units
}
RETURN first.naId AS naId, left(coalesce(first.recordHash, ''), 16)
       + coalesce(first.knownAs, '') AS hash, units, phraseIds
ORDER BY naId, chunk.chunkSeqId
