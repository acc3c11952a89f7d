// Allow only one node for each unsettled record.
CREATE CONSTRAINT unsettledRecordNaId IF NOT EXISTS
FOR (unsettled:unsettledRecord) REQUIRE unsettled.naId IS UNIQUE
