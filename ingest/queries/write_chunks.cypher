// Write the chunks of full records, and replace all of their properties.
// In: $rows of {chunkId, labels, properties, embedding}.
UNWIND $rows AS row
MERGE (chunk:record {chunkId: row.chunkId})
SET chunk = row.properties
WITH chunk, row
CALL apoc.create.setLabels(chunk, row.labels) YIELD node
CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
