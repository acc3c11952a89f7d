// Some of the reports that have no vector yet, or were others when they got one.
// In: $limit.  Out: communityId, digest, title, summary, told.
MATCH (report:Report)
WHERE coalesce(report.embeddedAs, '') <> report.digest + coalesce(report.asked, '')
RETURN report.communityId AS communityId,
       report.digest + coalesce(report.asked, '') AS embeddedAs,
       report.title AS title, report.summary AS summary, report.told AS told
ORDER BY communityId
LIMIT $limit
