// Write by how many lines each mention of a stub is made.
// In: $rows of {chunkId, mentions, mentionCounts}.
UNWIND $rows AS row
MATCH (stub:record {chunkId: row.chunkId})
SET stub.mentions = row.mentions, stub.mentionCounts = row.mentionCounts
