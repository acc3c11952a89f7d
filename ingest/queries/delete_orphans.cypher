// Delete stubs that no line mentions any longer.
// In: $naIds.
UNWIND $naIds AS naId
MATCH (stub:record {chunkId: toString(naId) + '-0'})
DETACH DELETE stub
