// The stored data that decisions about new lines need, for some records. The long lists that only
// the writing transaction needs are omitted.
// In: $naIds.  Out: naId and the fields that `decisions.parse_stored` reads.
UNWIND $naIds AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
WHERE first.recordHash IS NOT NULL
RETURN naId, first.recordHash AS recordHash, first.canonicalLength AS canonicalLength,
       first.file_name AS file_name, first.line_num AS line_num, first.otherFiles AS otherFiles,
       first.release AS release, first.addedInRelease AS addedInRelease,
       first.changedInRelease AS changedInRelease, first.changes AS changes,
       first.withdrawn AS withdrawn,
       null AS lends, null AS mentions, null AS mentionCounts
ORDER BY naId
