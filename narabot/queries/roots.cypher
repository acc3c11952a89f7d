// The record group or collection of a number or identifier.
// In: $recordGroup, $collection.  Out: naIds.
MATCH (root:recordGroup|collection {chunkSeqId: 0})
WHERE root.recordGroupNumber = $recordGroup OR root.collectionIdentifier = $collection
WITH root.naId AS naId
ORDER BY naId
RETURN collect(naId) AS naIds
