// The records for which lines in some shards must be read again.
// In: $files.  Out: naId, files: the requested files that must be read again.
MATCH (unsettled:unsettledRecord)
WITH unsettled, [name IN unsettled.files WHERE name IN $files] AS files
WHERE size(files) > 0
RETURN unsettled.naId AS naId, files
ORDER BY naId
