// Update the number of lines that contain each mention of a stub.
// In: $rows of {chunkId, mentions, mentionCounts}.
UNWIND $rows AS row
MATCH (stub:record {chunkId: row.chunkId})
SET stub.mentions = row.mentions, stub.mentionCounts = row.mentionCounts
