// Set which replies of a language model are used, and mark their records for reprocessing.
// In: $rows of {chunkId, isChosen}.
UNWIND $rows AS row
MATCH (chunk:record {chunkId: row.chunkId})
SET chunk.modelReplyChosen = row.isChosen
WITH DISTINCT chunk.naId AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
REMOVE first.knownBy
