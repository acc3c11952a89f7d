// Count the descriptions by record group or collection, largest first.
// Out: root, records, online; root is null for descriptions that state neither.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.recordType = 'description'
WITH coalesce('Record group ' + first.recordGroupNumber,
              'Collection ' + first.collectionIdentifier) AS root,
     count(first) AS records, sum(CASE WHEN first.isOnline THEN 1 ELSE 0 END) AS online
RETURN root, records, online
ORDER BY records DESC, root
