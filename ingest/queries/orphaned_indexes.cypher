// Indexes without their constraint. They remain if the database is killed before it creates both.
// Out: name.
SHOW INDEXES YIELD name, owningConstraint
WHERE owningConstraint IS NULL
  AND name IN ['recordChunkId', 'shardFileName', 'rejectedLinePlace', 'unsettledRecordNaId',
               'phraseNodeId', 'statementId', 'communityId', 'reportId']
RETURN name
