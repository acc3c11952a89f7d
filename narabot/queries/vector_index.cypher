// The state of the vector index.
// In: $name.  Out: state, percent, dimension; no row where there is none.
SHOW VECTOR INDEXES YIELD name, state, populationPercent, options
WHERE name = $name
RETURN state, populationPercent AS percent,
       options.indexConfig.`vector.dimensions` AS dimension
