// Whether reports can be searched: by words, and by meaning where they have vectors.
// Out: name.
SHOW INDEXES YIELD name, state
WHERE name IN ['reportWords', 'reportTexts'] AND state = 'ONLINE'
RETURN name
ORDER BY name
