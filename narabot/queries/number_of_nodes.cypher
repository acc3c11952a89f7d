// Return the number of nodes that a statement without labels scans.
// Out: size.
MATCH (node)
RETURN count(node) AS size
