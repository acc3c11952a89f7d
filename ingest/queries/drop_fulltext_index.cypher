// Drop the full-text index.
DROP INDEX recordWords IF EXISTS
