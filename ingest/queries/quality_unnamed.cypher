// Records without a title or heading.
// Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.title IS NULL AND first.heading IS NULL
WITH first, 0 AS weight, {text: left(first.text, 160)} AS detail
