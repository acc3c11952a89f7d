// Vector index of phrase names.
// In: $dimension.
CREATE VECTOR INDEX phraseNames IF NOT EXISTS
FOR (phrase:PhraseNode) ON (phrase.embedding)
OPTIONS {indexConfig: {
    `vector.dimensions`: $dimension,
    `vector.similarity_function`: 'cosine',
    `vector.quantization.enabled`: false
}}
