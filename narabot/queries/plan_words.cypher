// Return the descriptions whose titles match a query. Precedes `facts_of_records`.
// In: $index, $words (a Lucene query), $most, $recordGroup (null for any).  Out: first.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $most}) YIELD node
WITH DISTINCT node.naId AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
WHERE $recordGroup IS NULL OR first.recordGroupNumber = $recordGroup
WITH first
