// Indexes of our constraints without their constraint: the database was killed between the two.
// Out: name.
SHOW INDEXES YIELD name, owningConstraint
WHERE owningConstraint IS NULL
  AND name IN ['recordChunkId', 'shardFileName', 'rejectedLinePlace', 'unsettledRecordNaId',
               'phraseNodeId', 'statementId', 'communityId', 'reportId']
RETURN name
