// Descriptions without a digital object.
// Out: first, weight, detail.
MATCH (first:recordWithText {chunkSeqId: 0})
WHERE first.isOnline = false
WITH first, 0 AS weight,
     {held: coalesce(apoc.text.join(apoc.coll.toSet(first.name_referenceUnits)[0..5], ', '),
                     'not stated')} AS detail
