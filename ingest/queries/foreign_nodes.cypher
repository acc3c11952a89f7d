// A node that belongs to another application, in a database without a graph version.
// Out: one row if there is such a node.
MATCH (node)
RETURN true AS found
LIMIT 1
