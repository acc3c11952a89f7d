// Records that are mentioned but were not loaded. Names within an organization's record never have
// their own line and are excluded.
// Out: first, weight, detail.
MATCH (first:record {stub: true})
WHERE NOT EXISTS { (first)-[:organizationName]->() }
WITH first, reduce(lines = 0, count IN coalesce(first.mentionCounts, []) | lines + count) AS weight
WITH first, weight,
     {lines: weight, out: COUNT { (first)-->() }, into: COUNT { (first)<--() }} AS detail
