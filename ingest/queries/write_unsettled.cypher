// Remember for which records lines of other shards are to be read once more, and of which.
// In: $rows of {naId, files}.
UNWIND $rows AS row
MERGE (unsettled:unsettledRecord {naId: row.naId})
SET unsettled.files = apoc.coll.sort(apoc.coll.toSet(coalesce(unsettled.files, []) + row.files))
