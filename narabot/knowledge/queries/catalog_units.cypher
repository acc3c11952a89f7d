// The units of description that contain enough records, with their content and their ancestors.
// In: $levels, $least, $within (naIds of records, or null for all).
// Out: naId, name, records (including the unit), hashes, above (naIds, the nearest first).
MATCH (unit:record)
WHERE unit.chunkSeqId = 0 AND unit.levelOfDescription IN $levels AND unit.withdrawn IS NULL
  AND ($within IS NULL
       OR EXISTS { (above:record WHERE above.naId IN $within)-[:Includes*0..12]->(unit) })
CALL (unit) {
    MATCH (unit)-[:Includes*0..12]->(first:record)
    WHERE first.withdrawn IS NULL AND (first.stub IS NULL OR first = unit)
    WITH DISTINCT first ORDER BY first.naId
    RETURN count(first) AS records,
           collect(first.naId + left(coalesce(first.recordHash, ''), 16)
                   + coalesce(first.knownAs, '')) AS hashes
}
WITH unit, records, hashes
WHERE records > $least
CALL (unit) {
    MATCH path = (above:record)-[:Includes*1..12]->(unit)
    WITH above, min(length(path)) AS distance
    ORDER BY distance, above.naId
    RETURN collect(above.naId) AS above
}
RETURN unit.naId AS naId, coalesce(unit.title, '') AS name, records, hashes, above
ORDER BY naId
