// Count the chunks with text, and the records that are only mentioned.
// Out: chunks, stubs.
MATCH (chunk:recordWithText)
WITH count(chunk) AS chunks
OPTIONAL MATCH (stub:record {stub: true})
RETURN chunks, count(stub) AS stubs
