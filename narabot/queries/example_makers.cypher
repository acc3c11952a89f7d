// Return organizations that created several series.
// In: $longest (characters of a heading), $most.  Out: naId, heading.
MATCH (maker:organization {chunkSeqId: 0})
WHERE size(maker.heading) <= $longest
WITH maker
LIMIT $most
WITH maker, COUNT { (maker)-[:creator]->(:series) } AS series
WHERE series > 1
RETURN maker.naId AS naId, maker.heading AS heading
ORDER BY series DESC, naId
