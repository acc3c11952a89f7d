// The records that a release added, changed, or withdrew, in pages ordered by naId.
// In: $release, $after, $limit.  Out: looked (number of records examined), last (the last naId),
// found: maps of naId, type, name, source, what, changes.
MATCH (first:record)
WHERE first.naId > $after AND first.chunkSeqId = 0
WITH first ORDER BY first.naId LIMIT $limit
WITH collect(first) AS looked
RETURN size(looked) AS looked, last(looked).naId AS last,
       [first IN looked
        WHERE $release IN [first.addedInRelease, first.changedInRelease, first.withdrawnInRelease] |
        {naId: first.naId, type: coalesce(first.levelOfDescription, first.authorityType),
         name: coalesce(first.title, first.heading), source: first.source,
         what: CASE WHEN first.withdrawnInRelease = $release THEN 'withdrawn'
                    WHEN first.addedInRelease = $release THEN 'added' ELSE 'changed' END,
         changes: coalesce(first.changes, [])}] AS found
