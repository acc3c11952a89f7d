// What was loaded into the catalogue: how many records, by the count store, since each has one chunk
// more than it has steps from a chunk to the next; from how many files, and when.
// Out: records, files, on (a date of ISO 8601 in UTC, null in graphs that were made before).
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
