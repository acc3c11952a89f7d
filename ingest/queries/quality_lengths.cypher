// Count the records by number of chunks. Records are counted at the last chunk of each record.
// Out: least (the smallest number of chunks in a class), records.
MATCH (last:recordWithText)
WHERE NOT EXISTS { (last)-[:Next]->() }
WITH [least IN [101, 51, 21, 11, 6, 3, 2, 1] WHERE last.chunkSeqId + 1 >= least][0] AS least,
     count(last) AS records
RETURN least, records
ORDER BY least
