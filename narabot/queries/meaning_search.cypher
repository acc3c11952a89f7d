// Chunks by their meaning: more are asked for than are taken, for the search is approximate. Goes
// before `kept_hits` or `ranked_hits`. The score is Neo4j's: of a cosine c it is (1 + c) / 2.
// In: $index, $vector, $candidates.  Out: node, score.
CALL db.index.vector.queryNodes($index, $candidates, $vector) YIELD node, score
WITH node, score
