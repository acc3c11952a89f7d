// Return community reports by full-text search.
// In: $index, $words (a Lucene query), $count.  Out: communityId, score.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $count}) YIELD node AS report, score
RETURN report.communityId AS communityId, score
ORDER BY score DESC, communityId
