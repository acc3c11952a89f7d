// Return the number of loaded records and files, and the date of the last load. The number of
// records comes from the count store: a record with n chunks has n - 1 relationships between
// consecutive chunks.
// Out: records, files, on (an ISO 8601 date in UTC; null in graphs that predate this property).
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
