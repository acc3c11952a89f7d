// Wait until all indexes are online.
// In: $seconds.
CALL db.awaitIndexes($seconds)
