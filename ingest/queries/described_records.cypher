// The properties and texts of some records.
// In: $naIds.  Out: naId, properties (of the first chunk), texts (of all chunks, in order).
UNWIND $naIds AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
MATCH (chunk:record {naId: naId})
WITH naId, first, chunk ORDER BY naId, chunk.chunkSeqId
RETURN naId, properties(first) AS properties, collect(chunk.text) AS texts
ORDER BY naId
