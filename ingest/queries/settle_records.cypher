// Note that some shards have been read for the records that were unsettled.
// In: $files.
MATCH (unsettled:unsettledRecord)
SET unsettled.files = [name IN unsettled.files WHERE NOT name IN $files]
WITH unsettled
WHERE size(unsettled.files) = 0
DELETE unsettled
