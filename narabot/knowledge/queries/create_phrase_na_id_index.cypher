// Index of phrases by their authority.
CREATE INDEX phraseNaId IF NOT EXISTS FOR (phrase:PhraseNode) ON (phrase.naId)
