// Return the record group or collection that has a number or identifier.
// In: $recordGroupNumber, $collectionIdentifier.  Out: naIds.
MATCH (root:recordGroup|collection {chunkSeqId: 0})
WHERE root.recordGroupNumber = $recordGroupNumber
   OR root.collectionIdentifier = $collectionIdentifier
WITH root.naId AS naId
ORDER BY naId
RETURN collect(naId) AS naIds
