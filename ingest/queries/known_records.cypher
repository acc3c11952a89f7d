// The next full records after a naId, ordered by naId.
// In: $after, $limit.  Out: naId, recordHash.
MATCH (first:record)
WHERE first.naId > $after AND first.recordHash IS NOT NULL
      AND first.withdrawn IS NULL
RETURN first.naId AS naId, first.recordHash AS recordHash
ORDER BY naId
LIMIT $limit
