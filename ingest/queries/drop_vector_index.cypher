// Drop the vector index.
DROP INDEX recordText IF EXISTS
