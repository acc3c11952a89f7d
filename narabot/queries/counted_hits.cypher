// Return the number of chunks that the filters keep. Counting stops at $most + 1.
// In: node, $most.  Out: size.
LIMIT $most + 1
RETURN count(node) AS size
