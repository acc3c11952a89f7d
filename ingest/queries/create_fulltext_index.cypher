// Index texts by word, with English stemming. Words with diacritics are also indexed without them.
CREATE FULLTEXT INDEX recordWords IF NOT EXISTS
FOR (chunk:recordWithText) ON EACH [chunk.text, chunk.title, chunk.heading, chunk.foldedWords]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
