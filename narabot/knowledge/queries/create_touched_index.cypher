// Phrases of which something is to be told anew.
CREATE INDEX phraseTouched IF NOT EXISTS FOR (phrase:PhraseNode) ON (phrase.touched)
