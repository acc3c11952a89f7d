// How many nodes a statement that names no label looks at.
// Out: size.
MATCH (node)
RETURN count(node) AS size
