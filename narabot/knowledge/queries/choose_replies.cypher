// Choose which of a language model's replies count, and have their records read anew.
// In: $rows of {chunkId, isChosen}.
UNWIND $rows AS row
MATCH (chunk:record {chunkId: row.chunkId})
SET chunk.modelReplyChosen = row.isChosen
WITH DISTINCT chunk.naId AS naId
MATCH (first:record {chunkId: toString(naId) + '-0'})
REMOVE first.knownBy
