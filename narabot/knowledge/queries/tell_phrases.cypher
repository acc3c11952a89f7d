// Tell anew of some phrases how often they are named, how they are written most often if they are no
// authority's, to which record they lead, and what they are related to: the sum of the statements of
// which they are the subject. Those that no text names any more are deleted. Each is locked before
// it is counted, by the mark that is taken off.
// In: $limit.  Out: told.
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
RETURN count(*) AS told
