// Return the name and the level of description or authority type of each specified record.
// In: $naIds.  Out: naId, name, type.
UNWIND $naIds AS naId
MATCH (record:record {naId: naId, chunkSeqId: 0})
RETURN naId, coalesce(record.title, record.heading) AS name,
       coalesce(record.levelOfDescription, record.authorityType, record.recordType) AS type
ORDER BY naId
