// When authorities began and ended, under the names that records give them.
// In: $naIds.  Out: naId, heading, startDate, endDate.
UNWIND $naIds AS naId
MATCH (authority:record {naId: naId, chunkSeqId: 0})
WHERE authority.recordType = 'authority'
RETURN naId, authority.heading AS heading,
       authority.startDate AS startDate, authority.endDate AS endDate
ORDER BY naId
