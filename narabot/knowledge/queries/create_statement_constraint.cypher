// No two statements of one identifier.
CREATE CONSTRAINT statementId IF NOT EXISTS
FOR (statement:Statement) REQUIRE statement.statementId IS UNIQUE
