// Return the index of phrase names if it exists.
// Out: name.
SHOW INDEXES YIELD name, state
WHERE name = 'phraseWords' AND state = 'ONLINE'
RETURN name
