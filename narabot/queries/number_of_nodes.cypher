// Return the total number of nodes, which is the number that a statement without labels scans.
// Out: size.
MATCH (node)
RETURN count(node) AS size
