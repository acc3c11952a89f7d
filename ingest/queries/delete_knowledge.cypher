// Delete some nodes in the knowledge layer.
// In: $count.  Out: deleted.
MATCH (node:PhraseNode|Statement|Community|Report)
WITH node LIMIT $count
DETACH DELETE node
RETURN count(node) AS deleted
