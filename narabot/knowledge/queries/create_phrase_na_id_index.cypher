// Phrases by the authority that they mean.
CREATE INDEX phraseNaId IF NOT EXISTS FOR (phrase:PhraseNode) ON (phrase.naId)
