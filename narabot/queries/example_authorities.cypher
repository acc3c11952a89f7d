// Return persons and organizations with many descriptions by or about them.
// In: $longest (characters of a heading), $most.  Out: naId, heading.
MATCH (authority:record {chunkSeqId: 0})
WHERE (authority:person OR authority:organization) AND size(authority.heading) <= $longest
WITH authority
LIMIT $most
RETURN authority.naId AS naId, authority.heading AS heading
ORDER BY COUNT { (authority)-[:BY_OR_ABOUT]->() } DESC, naId
