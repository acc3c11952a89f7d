// Index of phrases that must be updated.
CREATE INDEX phraseTouched IF NOT EXISTS FOR (phrase:PhraseNode) ON (phrase.touched)
