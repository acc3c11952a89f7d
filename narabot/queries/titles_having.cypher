// In how many titles of descriptions each of some words stands.
// In: $index, $queries (Lucene queries), $most.  Out: size, in their order.
UNWIND range(0, size($queries) - 1) AS place
CALL (place) {
    CALL db.index.fulltext.queryNodes($index, $queries[place], {limit: $most}) YIELD node
    WHERE node.chunkSeqId = 0
    RETURN count(node) AS size
}
RETURN size
ORDER BY place
