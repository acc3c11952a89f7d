// Records that are only mentioned, but have several names.
// Out: first, weight (the number of names), detail.
MATCH (first:record {stub: true})
WHERE size(first.mentions) > 1
CALL (first) {
    UNWIND range(0, size(first.mentions) - 1) AS i
    WITH apoc.convert.fromJsonList(first.mentions[i])[0] AS stated, first.mentionCounts[i] AS lines
    WITH coalesce(stated.title, stated.heading) AS name, sum(lines) AS lines
    WHERE name IS NOT NULL
    ORDER BY lines DESC, name
    RETURN collect(name + ' (' + lines + ')') AS names
}
WITH first, size(names) AS weight, {names: apoc.text.join(names[0..5], ' | ')} AS detail
WHERE weight > 1
