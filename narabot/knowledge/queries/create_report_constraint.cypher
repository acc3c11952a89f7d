// No two reports on one community.
CREATE CONSTRAINT reportId IF NOT EXISTS
FOR (report:Report) REQUIRE report.communityId IS UNIQUE
