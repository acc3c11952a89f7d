// Return some community reports and what each covers.
// In: $communityIds.  Out: report (its properties), kind, naId.
UNWIND $communityIds AS communityId
MATCH (report:Report {communityId: communityId})-[:REPORTS]->(community:Community)
RETURN report {
    .communityId, .title, .summary, .summaryQuotes, .rating, .ratingExplanation, .findings, .method
} AS report, community.kind AS kind, community.naId AS naId
ORDER BY communityId
