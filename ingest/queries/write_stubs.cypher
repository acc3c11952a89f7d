// Write records that are only mentioned, and replace all of their properties.
// In: $rows of {chunkId, labels, properties}.
UNWIND $rows AS row
MERGE (stub:record {chunkId: row.chunkId})
SET stub = row.properties
WITH stub, row
CALL apoc.create.setLabels(stub, row.labels) YIELD node
RETURN count(node) AS written
