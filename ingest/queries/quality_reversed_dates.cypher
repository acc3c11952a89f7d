// Records whose end date is before the start date.
// Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WITH first, [pair IN [
    [first.logicalDate_coverageStartDate, first.logicalDate_coverageEndDate],
    [first.logicalDate_inclusiveStartDate, first.logicalDate_inclusiveEndDate],
    [first.logicalDate_birthDate, first.logicalDate_deathDate],
    [first.logicalDate_establishDate, first.logicalDate_abolishDate]
] WHERE pair[0] > pair[1]][0] AS pair
WHERE pair IS NOT NULL
WITH first, 0 AS weight, {starts: pair[0], ends: pair[1]} AS detail
