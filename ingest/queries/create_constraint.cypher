// Allow only one node for each chunk of a record or stub.
CREATE CONSTRAINT recordChunkId IF NOT EXISTS
FOR (chunk:record) REQUIRE chunk.chunkId IS UNIQUE
