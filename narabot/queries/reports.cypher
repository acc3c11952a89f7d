// Return the reports on the specified communities, with the kind and the naId of each community.
// In: $communityIds.  Out: report (its properties), kind, naId.
UNWIND $communityIds AS communityId
MATCH (report:Report {communityId: communityId})-[:REPORTS]->(community:Community)
RETURN report {
    .communityId, .title, .summary, .summaryQuotes, .rating, .ratingExplanation, .findings, .method
} AS report, community.kind AS kind, community.naId AS naId
ORDER BY communityId
