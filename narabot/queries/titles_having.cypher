// Return the number of description titles that match each query.
// In: $index, $queries (Lucene queries), $most.  Out: size, in the order of the queries.
UNWIND range(0, size($queries) - 1) AS place
CALL (place) {
    CALL db.index.fulltext.queryNodes($index, $queries[place], {limit: $most}) YIELD node
    WHERE node.chunkSeqId = 0
    RETURN count(node) AS size
}
RETURN size
ORDER BY place
