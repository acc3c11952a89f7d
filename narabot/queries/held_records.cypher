// What records state of where they are held: units, boxes, microfilm, access and use; and the texts
// in which the addresses of the units and the notes on handling stand, with what follows them.
// In: $naIds.  Out: naId, properties as the contract names them, texts,
// handlingTexts.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
CALL (first) {
    MATCH (chunk:record {naId: first.naId})
    WHERE first.name_referenceUnits IS NOT NULL AND chunk.text CONTAINS 'Held at: '
    WITH chunk
    ORDER BY chunk.chunkSeqId
    LIMIT 1
    OPTIONAL MATCH (chunk)-[:Next]->(after:recordWithText)
    RETURN collect(chunk.text) + collect(after.text) AS texts
}
CALL (first) {
    MATCH (chunk:record {naId: first.naId})
    WHERE chunk.text CONTAINS 'Handling: '
    WITH chunk
    ORDER BY chunk.chunkSeqId
    LIMIT 1
    OPTIONAL MATCH (chunk)-[:Next]->(after:recordWithText)
    RETURN collect(chunk.text) + collect(after.text) AS handlingTexts
}
RETURN naId,
       first.name_referenceUnits AS name_referenceUnits,
       first.containerId AS containerId,
       first.title_microformPublications AS title_microformPublications,
       first.identifier_microformPublications AS identifier_microformPublications,
       first.note_microformPublications AS note_microformPublications,
       first.status_accessRestriction AS status_accessRestriction,
       first.note_accessRestriction AS note_accessRestriction,
       first.status_useRestriction AS status_useRestriction,
       texts,
       handlingTexts
ORDER BY naId
