// Return descriptions that have a title with words that begin with the typed words.
// In: $index, $words (a Lucene query), $looked.  Out: naId, name, type.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $looked}) YIELD node
WHERE node.chunkSeqId = 0 AND node.recordType = 'description' AND node.withdrawn IS NULL
  AND node.title IS NOT NULL
RETURN node.naId AS naId, node.title AS name, node.levelOfDescription AS type
