// Vector index of reports.
// In: $dimension.
CREATE VECTOR INDEX reportTexts IF NOT EXISTS
FOR (report:Report) ON (report.embedding)
OPTIONS {indexConfig: {
    `vector.dimensions`: $dimension,
    `vector.similarity_function`: 'cosine',
    `vector.quantization.enabled`: false
}}
