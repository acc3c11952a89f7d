// Reports by their meaning. The score is Neo4j's: of a cosine c it is (1 + c) / 2.
// In: $index, $vector, $count.  Out: communityId, score.
CALL db.index.vector.queryNodes($index, $count, $vector) YIELD node AS report, score
RETURN report.communityId AS communityId, score
ORDER BY score DESC, communityId
