// Return the record groups and collections with the most descriptions below them.
// In: $most (maximum count per root), $roots (maximum number of roots).
// Out: naId, title, recordGroupNumber, count, online, first, last (years).
MATCH (root:recordGroup|collection {chunkSeqId: 0})
WHERE root.withdrawn IS NULL
CALL (root) {
    MATCH (root)-[:Includes*1..12]->(below:record)
    WITH DISTINCT below
    LIMIT $most
    WITH below
    WHERE below.withdrawn IS NULL
    RETURN count(below) AS count,
           count(CASE WHEN below.isOnline THEN 1 END) AS online,
           min(below.startYear) AS first,
           max(below.endYear) AS last
}
WITH root, count, online, first, last
WHERE count > 0
RETURN root.naId AS naId, root.title AS title, root.recordGroupNumber AS recordGroupNumber,
       count, online, coalesce(root.startYear, first) AS first, coalesce(root.endYear, last) AS last
ORDER BY count DESC, naId
LIMIT $roots
