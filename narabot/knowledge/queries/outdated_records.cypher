// The next records that were not processed with this version, with their chunks.
// In: $after, $limit, $version, $within (naIds of records, or null for all).
// Out: naId, type, recordHash, knownAs, properties, named, chunks.
MATCH (first:recordWithText)
WHERE first.naId > $after AND first.chunkSeqId = 0
      AND coalesce(first.knownBy, '') <> first.recordHash + $version
      AND ($within IS NULL
           OR EXISTS { (above:record WHERE above.naId IN $within)-[:Includes*0..12]->(first) })
WITH first ORDER BY first.naId LIMIT $limit
CALL (first) {
    MATCH (chunk:record {naId: first.naId})
    WITH chunk ORDER BY chunk.chunkSeqId
    RETURN collect(chunk {
        .chunkId, .text, .namesRead, .modelReply, .modelReplyForm, .modelReplyChosen
    }) AS chunks
}
CALL (first) {
    MATCH (authority:record)-[:ANY_AUTHORITY_RELATION]->(first)
    RETURN collect(DISTINCT authority.naId) AS named
}
RETURN first.naId AS naId, coalesce(first.levelOfDescription, first.authorityType) AS type,
       first.recordHash AS recordHash, first.knownAs AS knownAs,
       first {.documentKind, .sender, .recipient, .documentSubject} AS properties, named, chunks
ORDER BY naId
