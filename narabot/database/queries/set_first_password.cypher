// Replace the password that every new Neo4j starts with; until then it allows nothing else.
// In: $old, $new.
ALTER CURRENT USER SET PASSWORD FROM $old TO $new
