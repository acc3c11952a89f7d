// The hits that filters keep, by what every chunk of a record states. Follows a search.
// In: node, score, $levels, $recordType, $recordGroup, $collection, $isOnline, $firstYear,
// $lastYear, $titleYears (the same years as they are written, for what has no dates); null or []
// keeps all.  Out: node, score.
WHERE (size($levels) = 0 OR node.levelOfDescription IN $levels)
  AND node.recordType = $recordType
  AND ($recordGroup IS NULL OR node.recordGroupNumber = $recordGroup)
  AND ($collection IS NULL OR node.collectionIdentifier = $collection)
  AND ($isOnline IS NULL OR coalesce(node.isOnline, false) = $isOnline)
  AND (($firstYear IS NULL OR coalesce(node.endYear, node.startYear + $firstYear) >= $firstYear)
       AND ($lastYear IS NULL OR coalesce(node.startYear, node.endYear - $lastYear) <= $lastYear)
       OR coalesce(node.startYear, node.endYear) IS NULL
          AND any(year IN $titleYears WHERE node.title CONTAINS year))
WITH node, score
