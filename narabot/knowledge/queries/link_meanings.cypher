// Lead the phrases of authorities to their records where nothing does.
MATCH (phrase:PhraseNode)
WHERE phrase.naId IS NOT NULL AND NOT EXISTS { (phrase)-[:MEANS]->(:record) }
MATCH (authority:record {chunkId: toString(phrase.naId) + '-0'})
MERGE (phrase)-[:MEANS {by: 'authorities', confidence: 1.0}]->(authority)
