// The records of a finding with the largest weights. This fragment follows `first, weight, detail`.
// Withdrawn records are excluded.
// In: $limit.  Out: naId, type, name, stub, file_name, line_num, detail, weight.
WITH first, weight, detail
WHERE first.withdrawn IS NULL
WITH first, weight, detail
ORDER BY weight DESC, first.naId
LIMIT $limit
RETURN first.naId AS naId, coalesce(first.levelOfDescription, first.authorityType) AS type,
       coalesce(first.title, first.heading) AS name,
       coalesce(first.stub, false) AS stub, first.file_name AS file_name,
       first.line_num AS line_num, detail, weight
ORDER BY weight DESC, naId
