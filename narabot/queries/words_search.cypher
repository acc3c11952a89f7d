// Return chunks by full-text search. Precedes `kept_hits` or `ranked_hits`.
// In: $index, $words, $candidates.  Out: node, score.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $candidates}) YIELD node, score
WITH node, score
