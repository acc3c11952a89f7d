// Nearest texts by meaning. Unquantized: at this size quantization saved no time. Built four times as
// carefully as by default: archives are full of near-duplicates, among which a search gets lost.
// In: $dimension.
CREATE VECTOR INDEX recordText IF NOT EXISTS
FOR (chunk:recordWithText) ON (chunk.embedding)
OPTIONS {indexConfig: {
    `vector.dimensions`: $dimension,
    `vector.similarity_function`: 'cosine',
    `vector.hnsw.m`: 16,
    `vector.hnsw.ef_construction`: 400,
    `vector.quantization.enabled`: false
}}
