// Delete some phrases that no text names any more.
// In: $limit.  Out: deleted.
MATCH (phrase:PhraseNode {touched: true})
WHERE NOT EXISTS { (phrase)-[:MENTIONED_IN]->() }
WITH phrase LIMIT $limit
DETACH DELETE phrase
RETURN count(phrase) AS deleted
