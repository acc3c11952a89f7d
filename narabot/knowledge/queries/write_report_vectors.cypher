// Write the vectors of reports.
// In: $rows of {communityId, embeddedAs, embedding}.
UNWIND $rows AS row
MATCH (report:Report {communityId: row.communityId})
SET report.embeddedAs = row.embeddedAs
WITH report, row
CALL db.create.setNodeVectorProperty(report, 'embedding', row.embedding)
