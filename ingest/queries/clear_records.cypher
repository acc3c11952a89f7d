// Delete the later chunks of records, and the relations that end at their first chunks.
// In: $naIds.
UNWIND $naIds AS naId
MATCH (chunk:record {naId: naId})
CALL (chunk) {
    WITH chunk WHERE chunk.chunkSeqId > 0
    DETACH DELETE chunk
}
WITH DISTINCT naId
MATCH (first:record {chunkId: toString(naId) + '-0'})<-[relation]-(:record)
DELETE relation
