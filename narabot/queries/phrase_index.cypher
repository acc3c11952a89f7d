// Whether the layer's index of names is there.
// Out: name.
SHOW INDEXES YIELD name, state
WHERE name = 'phraseWords' AND state = 'ONLINE'
RETURN name
