// How many records a finding has, by type. Follows `first, weight, detail` of one.
// Out: type, records.
WITH first
WHERE first.withdrawn IS NULL
WITH coalesce(first.levelOfDescription, first.authorityType) AS type, count(first) AS records
RETURN type, records
ORDER BY records DESC, type
