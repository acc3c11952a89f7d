// Return the records that mention a phrase.
// In: $phraseId.  Out: name, naIds; no row if the phrase does not exist.
MATCH (phrase:PhraseNode {phraseId: $phraseId})
RETURN phrase.name AS name,
       COLLECT {
           MATCH (phrase)-[:MENTIONED_IN]->(chunk:PassageNode)
           RETURN DISTINCT chunk.naId AS naId
           ORDER BY naId
       } AS naIds
