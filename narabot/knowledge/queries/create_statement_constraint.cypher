// The identifier of a statement is unique.
CREATE CONSTRAINT statementId IF NOT EXISTS
FOR (statement:Statement) REQUIRE statement.statementId IS UNIQUE
