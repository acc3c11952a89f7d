// Return the indexes that can search reports: the full-text index, and the vector index if reports
// have vectors.
// Out: name.
SHOW INDEXES YIELD name, state
WHERE name IN ['reportWords', 'reportTexts'] AND state = 'ONLINE'
RETURN name
ORDER BY name
