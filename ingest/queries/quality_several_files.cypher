// Records with lines in several files.
// Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.otherFiles IS NOT NULL
WITH first, size(first.otherFiles) AS weight,
     {files: apoc.text.join(first.otherFiles[0..10], ', ')} AS detail
