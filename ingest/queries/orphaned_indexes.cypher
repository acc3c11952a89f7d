// Indexes without their constraint, which remain if the database is killed between creating both.
// Out: name.
SHOW INDEXES YIELD name, owningConstraint
WHERE owningConstraint IS NULL
  AND name IN ['recordChunkId', 'shardFileName', 'rejectedLinePlace', 'unsettledRecordNaId',
               'phraseNodeId', 'statementId', 'communityId', 'reportId']
RETURN name
