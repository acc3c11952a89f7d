// The identifier of a phrase is unique.
CREATE CONSTRAINT phraseNodeId IF NOT EXISTS
FOR (phrase:PhraseNode) REQUIRE phrase.phraseId IS UNIQUE
