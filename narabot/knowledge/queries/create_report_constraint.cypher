// Each community has at most one report.
CREATE CONSTRAINT reportId IF NOT EXISTS
FOR (report:Report) REQUIRE report.communityId IS UNIQUE
