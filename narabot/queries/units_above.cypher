// Return the file units and series that records are or belong to.
// In: $naIds, $levels.  Out: naId, units of {naId, level}, nearest first.
UNWIND $naIds AS naId
MATCH (record:record {naId: naId, chunkSeqId: 0})
CALL (record) {
    MATCH path = (unit:record)-[:Includes*0..12]->(record)
    WHERE unit.levelOfDescription IN $levels
    WITH unit, min(length(path)) AS distance
    ORDER BY distance, unit.naId
    RETURN collect({naId: unit.naId, level: unit.levelOfDescription}) AS units
}
RETURN naId, units
ORDER BY naId
