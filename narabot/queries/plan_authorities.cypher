// Return the headings and the start and end dates of the specified authorities.
// In: $naIds.  Out: naId, heading, startDate, endDate.
UNWIND $naIds AS naId
MATCH (authority:record {naId: naId, chunkSeqId: 0})
WHERE authority.recordType = 'authority'
RETURN naId, authority.heading AS heading,
       authority.startDate AS startDate, authority.endDate AS endDate
ORDER BY naId
