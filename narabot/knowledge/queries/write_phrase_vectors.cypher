// Write the vectors of phrase names.
// In: $rows of {phraseId, name, embedding}.
UNWIND $rows AS row
MATCH (phrase:PhraseNode {phraseId: row.phraseId})
SET phrase.embeddedAs = row.name
WITH phrase, row
CALL db.create.setNodeVectorProperty(phrase, 'embedding', row.embedding)
