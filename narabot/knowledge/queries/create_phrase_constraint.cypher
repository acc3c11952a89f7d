// No two phrases of one identifier.
CREATE CONSTRAINT phraseNodeId IF NOT EXISTS
FOR (phrase:PhraseNode) REQUIRE phrase.phraseId IS UNIQUE
