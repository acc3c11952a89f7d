// Lock records, and store the version that processed each of them. Skip changed records.
// In: $rows of {naId, recordHash, knownBy, knownAs}.  Out: naId of each unchanged record.
UNWIND $rows AS row
MATCH (first:record {chunkId: toString(row.naId) + '-0'})
SET first.naId = first.naId
WITH first, row
WHERE first.recordHash = row.recordHash AND first:recordWithText
SET first.knownBy = row.knownBy, first.knownAs = row.knownAs
RETURN row.naId AS naId
