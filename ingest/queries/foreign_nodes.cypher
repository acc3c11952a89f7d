// A node in a database without our version: somebody else's.
// Out: one row if there is any.
MATCH (node)
RETURN true AS found
LIMIT 1
