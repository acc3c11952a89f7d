// Records that are mentioned, but have no line of their own. Names inside an organization's
// record never have one, so they are left out.
// Out: first, weight, detail.
MATCH (first:record {stub: true})
WHERE NOT EXISTS { (first)-[:organizationName]->() }
WITH first, reduce(lines = 0, count IN coalesce(first.mentionCounts, []) | lines + count) AS weight
WITH first, weight,
     {lines: weight, out: COUNT { (first)-->() }, into: COUNT { (first)<--() }} AS detail
