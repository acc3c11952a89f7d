// Keep the hits that match filters on properties that every chunk of a record has. Follows a
// search. A record without dates of its own is dated by the range of years in its title, or else by
// its inherited dates.
// In: node, score, $levelOfDescription, $recordType, $recordGroupNumber, $collectionIdentifier,
// $isOnline, $naming and $computed (naIds), $years of {first, last}, $yearInTitle (a regular
// expression with one group); null or [] keeps all hits.
// Out: node, score.
WHERE (size($levelOfDescription) = 0 OR node.levelOfDescription IN $levelOfDescription)
  AND node.recordType = $recordType
  AND ($recordGroupNumber IS NULL OR node.recordGroupNumber = $recordGroupNumber)
  AND ($collectionIdentifier IS NULL OR node.collectionIdentifier = $collectionIdentifier)
  AND ($naming IS NULL OR node.naId IN $naming)
  AND ($computed IS NULL OR node.naId IN $computed)
  AND ($isOnline IS NULL OR coalesce(node.isOnline, false) = $isOnline)
WITH node, score,
     CASE
       WHEN $years.first IS NULL AND $years.last IS NULL THEN []
       WHEN coalesce(node.startDate, node.endDate) IS NULL
         THEN [found IN apoc.text.regexGroups(coalesce(node.title, ''), $yearInTitle)
               | toInteger(found[1])]
       ELSE []
     END AS titled
WITH node, score,
     CASE WHEN size(titled) = 0 THEN coalesce(node.startYear, node.endYear - $years.last)
          ELSE apoc.coll.min(titled) END AS first,
     CASE WHEN size(titled) = 0 THEN coalesce(node.endYear, node.startYear + $years.first)
          ELSE apoc.coll.max(titled) END AS last
WHERE ($years.first IS NULL OR last >= $years.first)
  AND ($years.last IS NULL OR first <= $years.last)
WITH node, score
