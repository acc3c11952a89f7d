// Return the versions and models that the graph was created with.
// Out: schema, text, model, backend, precision, dimension, chunker; no row for an empty database.
MATCH (version:graphVersion)
RETURN version.schema AS schema, version.text AS text, version.model AS model,
       version.backend AS backend, version.precision AS precision, version.dimension AS dimension,
       coalesce(version.chunker, 'default') AS chunker
LIMIT 1
