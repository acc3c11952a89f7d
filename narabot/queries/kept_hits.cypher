// The hits that filters keep, by what every chunk of a record states. Follows a search.
// A record without dates of its own is of the years in its title, from the first to the last; only
// without these of the years that it inherits.
// In: node, score, $levels, $recordType, $recordGroup, $collection, $isOnline, $firstYear,
// $lastYear, $year (what a year looks like, with one group); null or [] keeps all.
// Out: node, score.
WHERE (size($levels) = 0 OR node.levelOfDescription IN $levels)
  AND node.recordType = $recordType
  AND ($recordGroup IS NULL OR node.recordGroupNumber = $recordGroup)
  AND ($collection IS NULL OR node.collectionIdentifier = $collection)
  AND ($isOnline IS NULL OR coalesce(node.isOnline, false) = $isOnline)
WITH node, score,
     CASE
       WHEN $firstYear IS NULL AND $lastYear IS NULL THEN []
       WHEN coalesce(node.startDate, node.endDate) IS NULL
         THEN [found IN apoc.text.regexGroups(coalesce(node.title, ''), $year)
               | toInteger(found[1])]
       ELSE []
     END AS titled
WITH node, score,
     CASE WHEN size(titled) = 0 THEN coalesce(node.startYear, node.endYear - $lastYear)
          ELSE apoc.coll.min(titled) END AS first,
     CASE WHEN size(titled) = 0 THEN coalesce(node.endYear, node.startYear + $firstYear)
          ELSE apoc.coll.max(titled) END AS last
WHERE ($firstYear IS NULL OR last >= $firstYear) AND ($lastYear IS NULL OR first <= $lastYear)
WITH node, score
