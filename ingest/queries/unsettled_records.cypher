// The records for which lines of some shards are to be read once more.
// In: $files.  Out: naId, files: those of the given ones that are to be read.
MATCH (unsettled:unsettledRecord)
WITH unsettled, [name IN unsettled.files WHERE name IN $files] AS files
WHERE size(files) > 0
RETURN unsettled.naId AS naId, files
ORDER BY naId
