// Lock some records and note with what they were read; what was changed meanwhile is left alone.
// In: $rows of {naId, recordHash, knownBy, knownAs}.  Out: naId of each that is as it was read.
UNWIND $rows AS row
MATCH (first:record {chunkId: toString(row.naId) + '-0'})
SET first.naId = first.naId
WITH first, row
WHERE first.recordHash = row.recordHash AND first:recordWithText
SET first.knownBy = row.knownBy, first.knownAs = row.knownAs
RETURN row.naId AS naId
