// Return the number of chunks that the knowledge layer was extracted from.  Out: size.
MATCH (chunk:PassageNode)
RETURN count(chunk) AS size
