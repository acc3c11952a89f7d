// The stored data of some records, for decisions about new lines.
// In: $naIds.  Out: naId and the fields that `decisions.parse_stored` reads.
UNWIND $naIds AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
RETURN naId, first.recordHash AS recordHash, first.canonicalLength AS canonicalLength,
       first.file_name AS file_name, first.line_num AS line_num,
       first.otherFiles AS otherFiles,
       first.release AS release, first.addedInRelease AS addedInRelease,
       first.changedInRelease AS changedInRelease, first.changes AS changes,
       first.withdrawn AS withdrawn, first.lends AS lends,
       first.mentions AS mentions, first.mentionCounts AS mentionCounts
ORDER BY naId
