// Write new phrases, and mark all of these phrases for an update.
// In: $rows of {phraseId, name, folded, class, naId}.
UNWIND $rows AS row
MERGE (phrase:PhraseNode {phraseId: row.phraseId})
ON CREATE SET phrase.name = row.name, phrase.folded = row.folded, phrase.class = row.class,
              phrase.naId = row.naId
SET phrase.touched = true,
    phrase.name = CASE WHEN row.naId IS NULL THEN phrase.name ELSE row.name END
