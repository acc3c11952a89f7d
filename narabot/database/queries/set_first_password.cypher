// Replace the initial password of a new Neo4j server, which allows no other statement until then.
// In: $old, $new.
ALTER CURRENT USER SET PASSWORD FROM $old TO $new
