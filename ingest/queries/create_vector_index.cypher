// Nearest texts by meaning. Unquantized: at this size quantization saved no time. More neighbours
// of each text than Neo4j's 16, found by a wider search than its 100: it is then asked for fewer
// (decision 7).
// In: $dimension.
CREATE VECTOR INDEX recordText IF NOT EXISTS
FOR (chunk:recordWithText) ON (chunk.embedding)
OPTIONS {indexConfig: {
    `vector.dimensions`: $dimension,
    `vector.similarity_function`: 'cosine',
    `vector.quantization.enabled`: false,
    `vector.hnsw.m`: 32,
    `vector.hnsw.ef_construction`: 200
}}
