// The most characteristic names of a catalog community, and the number of other names next to each.
// A characteristic name occurs in many of its chunks and in few records elsewhere.
// In: $naIds (its top records), $unnaming (classes that are not names), $most.
// Out: names (their number), heaviest of {phraseId, name, beside}.
UNWIND $naIds AS top
MATCH (:record {naId: top, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
WHERE first.withdrawn IS NULL
WITH DISTINCT first
MATCH (chunk:PassageNode {naId: first.naId})<-[:MENTIONED_IN]-(phrase:PhraseNode)
WHERE NOT phrase.class IN $unnaming
WITH phrase, collect(DISTINCT chunk) AS chunks
WITH phrase, chunks, 1.0 * size(chunks) * size(chunks) / coalesce(phrase.records, 1) AS weight
ORDER BY weight DESC, phrase.phraseId
WITH count(*) AS names, collect({phrase: phrase, chunks: chunks})[0..$most] AS heaviest
UNWIND heaviest AS one
CALL (one) {
    WITH one.phrase AS phrase, one.chunks AS chunks
    UNWIND chunks AS chunk
    MATCH (other:PhraseNode)-[:MENTIONED_IN]->(chunk)
    WHERE other <> phrase AND NOT other.class IN $unnaming
    RETURN count(DISTINCT other) AS beside
}
RETURN names, collect({
    phraseId: one.phrase.phraseId, name: one.phrase.name, beside: beside
}) AS heaviest
