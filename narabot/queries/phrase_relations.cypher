// Return the relations that texts state between a phrase and other phrases, grouped by class, most
// frequent first, each with one quotation. Relations between two names of the same phrase are
// listed individually.
// In: $phraseId, $most.  Out: relation, isSubject, other, statements, record, quote.
MATCH (phrase:PhraseNode {phraseId: $phraseId})<-[own:ABOUT]-(statement:Statement {kind: 'relation'})
MATCH (statement)-[theirs:ABOUT]->(other:PhraseNode)
WHERE theirs.seq <> own.seq AND statement.class IS NOT NULL
  AND (other <> phrase OR own.role = 'subject')
WITH statement, own.role = 'subject' AS isSubject, other,
     CASE WHEN other = phrase THEN statement.statementId END AS variant
ORDER BY statement.statementId
WITH statement.class AS relation, isSubject, other, variant, count(statement) AS statements,
     collect(statement)[0] AS first
ORDER BY statements DESC, relation, other.phraseId
LIMIT $most
MATCH (first)-[:STATED_IN]->(chunk:PassageNode)
MATCH (record:record {chunkId: toString(chunk.naId) + '-0'})
RETURN relation, isSubject, other {.phraseId, .name, .class, .naId, .mentions, .records} AS other,
       statements, record {
           .recordType, .levelOfDescription, .authorityType, .title, .heading, .naId, .startDate,
           .endDate, .source
       } AS record, substring(chunk.text, first.start, first.end - first.start) AS quote
ORDER BY statements DESC, relation, other.phraseId
