// What was loaded into the catalogue, by the files that ingest has read.
// Out: records, files, on (a date of ISO 8601 in UTC, null in graphs that were made before).
MATCH (shard:shard)
WHERE shard.records > 0
RETURN sum(shard.records) AS records, count(shard) AS files,
       toString(date(max(shard.loadedAt))) AS on
