// Return the names of some records and their level of description or authority type.
// In: $naIds.  Out: naId, name, type.
UNWIND $naIds AS naId
MATCH (record:record {naId: naId, chunkSeqId: 0})
RETURN naId, coalesce(record.title, record.heading) AS name,
       coalesce(record.levelOfDescription, record.authorityType, record.recordType) AS type
ORDER BY naId
