// Return the statements about a single phrase that a language model extracted.
// In: $phraseId, $most.  Out: text (null if it equals the quotation), quote.
MATCH (phrase:PhraseNode {phraseId: $phraseId})
      <-[:ABOUT {role: 'subject'}]-(statement:Statement {kind: 'thesis', method: 'llm'})
WITH statement ORDER BY statement.statementId LIMIT $most
MATCH (statement)-[:STATED_IN]->(chunk:PassageNode)
RETURN statement.text AS text,
       substring(chunk.text, statement.start, statement.end - statement.start) AS quote
ORDER BY statement.statementId
