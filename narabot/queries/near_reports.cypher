// Return community reports by vector search. Neo4j scores a cosine c as (1 + c) / 2.
// In: $index, $vector, $count.  Out: communityId, score.
CALL db.index.vector.queryNodes($index, $count, $vector) YIELD node AS report, score
RETURN report.communityId AS communityId, score
ORDER BY score DESC, communityId
