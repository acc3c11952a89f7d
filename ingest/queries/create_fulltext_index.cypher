// Texts by their words, stemmed as English.
CREATE FULLTEXT INDEX recordWords IF NOT EXISTS
FOR (chunk:recordWithText) ON EACH [chunk.text, chunk.title, chunk.heading]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
