// Store the records for which lines in other shards must be read again, with the shards' names.
// In: $rows of {naId, files}.
UNWIND $rows AS row
MERGE (unsettled:unsettledRecord {naId: row.naId})
SET unsettled.files = apoc.coll.sort(apoc.coll.toSet(coalesce(unsettled.files, []) + row.files))
