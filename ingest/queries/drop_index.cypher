// Drop one index.
// In: $name.
DROP INDEX $name IF EXISTS
