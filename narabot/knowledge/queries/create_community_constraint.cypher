// No two communities of one identifier.
CREATE CONSTRAINT communityId IF NOT EXISTS
FOR (community:Community) REQUIRE community.communityId IS UNIQUE
