// Drop the index of words.
DROP INDEX recordWords IF EXISTS
