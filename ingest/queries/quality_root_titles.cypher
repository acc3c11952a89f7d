// The titles of record groups and collections, if they are loaded or mentioned.
// Out: root (as `quality_roots` names it), title.
MATCH (first:recordGroup|collection)
WHERE first.chunkSeqId = 0 AND first.title IS NOT NULL
RETURN coalesce('Record group ' + first.recordGroupNumber,
                'Collection ' + first.collectionIdentifier) AS root,
       first.title AS title
ORDER BY root, first.naId DESC
