// Texts by their words, stemmed as English; words with diacritics also without them.
CREATE FULLTEXT INDEX recordWords IF NOT EXISTS
FOR (chunk:recordWithText) ON EACH [chunk.text, chunk.title, chunk.heading, chunk.foldedWords]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
