// Return the titles of descriptions that match a query, and the titles of all record groups and
// collections.
// In: $index, $words (a Lucene query), $most.  Out: naId, title, levelOfDescription.
CALL {
    CALL db.index.fulltext.queryNodes($index, $words, {limit: $most}) YIELD node, score
    WHERE node.chunkSeqId = 0 AND node.recordType = 'description'
    RETURN node
  UNION
    MATCH (node:recordGroup|collection {chunkSeqId: 0})
    RETURN node
}
WITH node
WHERE node.title IS NOT NULL AND node.withdrawn IS NULL
RETURN node.naId AS naId, node.title AS title, node.levelOfDescription AS levelOfDescription
ORDER BY naId
