// A batch of reports that have no vector for their current text.
// In: $limit.  Out: communityId, embeddedAs, title, summary, told.
MATCH (report:Report)
WHERE coalesce(report.embeddedAs, '') <> report.digest + coalesce(report.asked, '')
RETURN report.communityId AS communityId,
       report.digest + coalesce(report.asked, '') AS embeddedAs,
       report.title AS title, report.summary AS summary, report.told AS told
ORDER BY communityId
LIMIT $limit
