// Return the number of records and files that were loaded, and when. The number of records comes from
// the count store: each record has one more chunk than it has relations from a chunk to the next.
// Out: records, files, on (an ISO 8601 date in UTC; null in graphs that predate it).
CALL () {
    MATCH (chunk:recordWithText)
    RETURN count(chunk) AS chunks
}
CALL () {
    MATCH (:recordWithText)-[step:Next]->()
    RETURN count(step) AS steps
}
OPTIONAL MATCH (shard:shard)
WHERE shard.records > 0
RETURN chunks - steps AS records, count(shard) AS files,
       toString(date(max(shard.loadedAt))) AS on
