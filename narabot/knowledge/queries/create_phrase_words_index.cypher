// Full-text index of phrase names.
CREATE FULLTEXT INDEX phraseWords IF NOT EXISTS FOR (phrase:PhraseNode) ON EACH [phrase.name]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}
