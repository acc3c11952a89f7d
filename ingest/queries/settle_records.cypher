// Record that some shards have been read again for their unsettled records.
// In: $files.
MATCH (unsettled:unsettledRecord)
SET unsettled.files = [name IN unsettled.files WHERE NOT name IN $files]
WITH unsettled
WHERE size(unsettled.files) = 0
DELETE unsettled
