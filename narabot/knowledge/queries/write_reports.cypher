// Write reports on communities that have not changed since they were read.
// In: $rows of {communityId, digest, asked, properties}.  Out: communityId of each written report.
UNWIND $rows AS row
MATCH (community:Community {communityId: row.communityId})
SET community.communityId = community.communityId
WITH community, row
WHERE community.digest = row.digest
MERGE (report:Report {communityId: row.communityId})
SET report += row.properties, report.digest = row.digest, report.asked = row.asked
MERGE (report)-[:REPORTS]->(community)
RETURN row.communityId AS communityId
