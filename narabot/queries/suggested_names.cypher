// Return authorities that have a name with words that begin with the typed words.
// In: $index, $words (a Lucene query), $looked.  Out: naId, name, type.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $looked}) YIELD node
WHERE node.chunkSeqId = 0 AND node.withdrawn IS NULL AND node.heading IS NOT NULL
RETURN node.naId AS naId, node.heading AS name, node.authorityType AS type
