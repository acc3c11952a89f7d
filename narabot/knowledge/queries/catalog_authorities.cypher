// The authorities with enough records by or about them, counting these records' descendants.
// In: $least.  Out: naId, name, records, hashes, tops (naIds of the records that name the
// authority).
MATCH (authority:ANY_AUTHORITY)
WHERE authority.chunkSeqId = 0 AND authority.withdrawn IS NULL AND authority.heading IS NOT NULL
  AND EXISTS { (authority)-[:BY_OR_ABOUT]->(:record) }
CALL (authority) {
    MATCH (authority)-[:BY_OR_ABOUT]->(top:record)
    WHERE top.withdrawn IS NULL
    WITH DISTINCT top ORDER BY top.naId
    RETURN collect(top.naId) AS tops
}
CALL (tops) {
    UNWIND tops AS naId
    MATCH (:record {naId: naId, chunkSeqId: 0})-[:Includes*0..12]->(first:record)
    WHERE first.withdrawn IS NULL AND first.stub IS NULL
    WITH DISTINCT first ORDER BY first.naId
    RETURN count(first) AS records,
           collect(first.naId + left(coalesce(first.recordHash, ''), 16)
                   + coalesce(first.knownAs, '')) AS hashes
}
WITH authority, tops, records, hashes
WHERE records >= $least
RETURN authority.naId AS naId, authority.heading AS name, records, hashes, tops
ORDER BY naId
