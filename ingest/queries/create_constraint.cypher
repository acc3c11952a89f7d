// One node a chunk, whether record or stub.
CREATE CONSTRAINT recordChunkId IF NOT EXISTS
FOR (chunk:record) REQUIRE chunk.chunkId IS UNIQUE
