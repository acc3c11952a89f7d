// How many texts have some words, counted as far as $most.
// In: $index, $words (a Lucene query), $most.  Out: hits.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $most}) YIELD node
RETURN count(node) AS hits
