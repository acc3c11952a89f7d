// The identifier of a community is unique.
CREATE CONSTRAINT communityId IF NOT EXISTS
FOR (community:Community) REQUIRE community.communityId IS UNIQUE
