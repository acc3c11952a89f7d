// How many chunks were kept, counted as far as $most and one.
// In: node, $most.  Out: size.
LIMIT $most + 1
RETURN count(node) AS size
