// Return the descriptions at one level of description. Precedes `facts_of_records`.
// In: $recordGroup (null for any).  Out: first.
MATCH (first:ONE_TYPE {chunkSeqId: 0})
WHERE $recordGroup IS NULL OR first.recordGroupNumber = $recordGroup
WITH first
