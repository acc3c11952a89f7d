// Nearest texts by meaning. Unquantized: at this size quantization saved no time. More neighbours
// of each text than Neo4j's 16, found by a wider search than its 100: at 142,524 chunks a search of
// 250 then finds 0.965 of the nearest ten, and one of 500 found 0.942 (`benchmarks/retrieval.py`).
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
