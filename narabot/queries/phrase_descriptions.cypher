// What a language model has found said of a phrase alone.
// In: $phraseId, $most.  Out: text (null where the quote says it itself), quote.
MATCH (phrase:PhraseNode {phraseId: $phraseId})
      <-[:ABOUT {role: 'subject'}]-(statement:Statement {kind: 'thesis', method: 'llm'})
WITH statement ORDER BY statement.statementId LIMIT $most
MATCH (statement)-[:STATED_IN]->(chunk:PassageNode)
RETURN statement.text AS text,
       substring(chunk.text, statement.start, statement.end - statement.start) AS quote
ORDER BY statement.statementId
