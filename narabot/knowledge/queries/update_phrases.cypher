// Update a batch of phrases: the number of mentions, the most frequent form (unless an authority
// supplies the name), the authority that they denote, and their relations. A relation's weight is
// the sum of the strengths of the statements whose subject is the phrase. Phrases that no text
// mentions are deleted. Removing the mark locks each phrase before its mentions are counted.
// In: $limit.  Out: updated.
MATCH (phrase:PhraseNode {touched: true})
WITH phrase LIMIT $limit
REMOVE phrase.touched
WITH phrase
CALL (phrase) {
    OPTIONAL MATCH (phrase)-[mention:MENTIONED_IN]->(chunk:PassageNode)
    WITH mention.surface AS surface, count(mention) AS times, collect(DISTINCT chunk.naId) AS naIds
    ORDER BY times DESC, surface
    WITH collect(surface)[0] AS surface, sum(times) AS mentions, collect(naIds) AS lists
    RETURN surface, mentions, size(apoc.coll.toSet(apoc.coll.flatten(lists))) AS records
}
SET phrase.mentions = mentions, phrase.records = records,
    phrase.name = CASE
        WHEN phrase.naId IS NULL AND phrase.class <> 'DATE' AND mentions > 0 THEN surface
        ELSE phrase.name
    END
WITH phrase, mentions
CALL (phrase) {
    MATCH (authority:record {chunkId: toString(phrase.naId) + '-0'})
    MERGE (phrase)-[:MEANS {by: 'authorities', confidence: 1.0}]->(authority)
}
CALL (phrase) {
    MATCH (phrase)-[old:RELATED_TO]->(:PhraseNode)
    DELETE old
}
CALL (phrase) {
    MATCH (phrase)<-[:ABOUT {role: 'subject'}]-(statement:Statement)-[:ABOUT {role: 'object'}]->
          (other:PhraseNode)
    WHERE other <> phrase
    WITH phrase, other, statement ORDER BY statement.class, statement.statementId
    WITH phrase, other, collect(DISTINCT statement.class) AS classes,
         sum(statement.strength) AS weight, count(DISTINCT statement) AS statements
    CREATE (phrase)-[:RELATED_TO {classes: classes, weight: weight, statements: statements}]->(other)
}
FOREACH (unnamed IN CASE WHEN mentions = 0 THEN [phrase] ELSE [] END | DETACH DELETE unnamed)
RETURN count(*) AS updated
