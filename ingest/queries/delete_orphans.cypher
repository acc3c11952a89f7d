// Take away stubs that no line mentions any more.
// In: $naIds.
UNWIND $naIds AS naId
MATCH (stub:record {chunkId: toString(naId) + '-0'})
DETACH DELETE stub
