// Count the records of a finding by type. This fragment follows `first, weight, detail`.
// Out: type, records.
WITH first
WHERE first.withdrawn IS NULL
WITH coalesce(first.levelOfDescription, first.authorityType) AS type, count(first) AS records
RETURN type, records
ORDER BY records DESC, type
