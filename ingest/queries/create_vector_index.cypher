// Create the vector index. It is not quantized, because quantization saved no time at this size.
// Each text has more neighbors than Neo4j's default of 16, and the search for neighbors is wider
// than the default of 100. Therefore queries can request fewer neighbors (decision 7).
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
