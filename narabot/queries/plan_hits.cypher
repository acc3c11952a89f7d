// Return the number of texts that match a query. Counting stops at $most.
// In: $index, $words (a Lucene query), $most.  Out: hits.
CALL db.index.fulltext.queryNodes($index, $words, {limit: $most}) YIELD node
RETURN count(node) AS hits
