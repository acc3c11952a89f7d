// How many chunks were read for the layer.  Out: size.
MATCH (chunk:PassageNode)
RETURN count(chunk) AS size
