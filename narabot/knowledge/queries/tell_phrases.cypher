// Tell anew of some phrases how often they are named, how they are written most often if they are no
// authority's, and what they are related to: the sum of the statements of which they are the subject.
// In: $limit.  Out: told.
MATCH (phrase:PhraseNode {touched: true})
WITH phrase ORDER BY phrase.phraseId LIMIT $limit
CALL (phrase) {
    MATCH (phrase)-[mention:MENTIONED_IN]->(chunk:PassageNode)
    WITH mention.surface AS surface, count(mention) AS times, collect(DISTINCT chunk.naId) AS naIds
    ORDER BY times DESC, surface
    WITH collect(surface)[0] AS surface, sum(times) AS mentions, collect(naIds) AS lists
    UNWIND lists AS naIds
    UNWIND naIds AS naId
    RETURN surface, mentions, count(DISTINCT naId) AS records
}
SET phrase.mentions = mentions, phrase.records = records,
    phrase.name = CASE
        WHEN phrase.naId IS NULL AND phrase.class <> 'DATE' THEN surface ELSE phrase.name
    END
REMOVE phrase.touched
WITH phrase
CALL (phrase) {
    MATCH (phrase)-[old:RELATED_TO]->(:PhraseNode)
    DELETE old
}
CALL (phrase) {
    MATCH (phrase)<-[:ABOUT {role: 'subject'}]-(statement:Statement)-[:ABOUT {role: 'object'}]->
          (other:PhraseNode)
    WHERE other <> phrase
    WITH phrase, other, statement ORDER BY statement.class
    WITH phrase, other, collect(DISTINCT statement.class) AS classes,
         sum(statement.strength) AS weight, count(DISTINCT statement) AS statements
    CREATE (phrase)-[:RELATED_TO {classes: classes, weight: weight, statements: statements}]->(other)
}
RETURN count(phrase) AS told
