// Nearest texts by meaning. Unquantized: at this size quantization saved no time.
// In: $dimension.
CREATE VECTOR INDEX recordText IF NOT EXISTS
FOR (chunk:recordWithText) ON (chunk.embedding)
OPTIONS {indexConfig: {
    `vector.dimensions`: $dimension,
    `vector.similarity_function`: 'cosine',
    `vector.quantization.enabled`: false
}}
