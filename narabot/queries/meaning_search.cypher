// Return chunks by vector search. Requests more candidates than the caller needs because the search
// is approximate. Precedes `kept_hits` or `ranked_hits`. Neo4j scores a cosine c as (1 + c) / 2.
// In: $index, $vector, $candidates.  Out: node, score.
CALL db.index.vector.queryNodes($index, $candidates, $vector) YIELD node, score
WITH node, score
