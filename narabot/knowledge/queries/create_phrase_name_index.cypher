// Index of phrases by folded name.
CREATE INDEX phraseFolded IF NOT EXISTS FOR (phrase:PhraseNode) ON (phrase.folded)
