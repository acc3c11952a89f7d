// Return the state of the specified indexes.
// In: $names.  Out: name, state, percent, dimension (of a vector index); a missing index has no
// row.
SHOW INDEXES YIELD name, state, populationPercent, options
WHERE name IN $names
RETURN name, state, populationPercent AS percent,
       options.indexConfig.`vector.dimensions` AS dimension
