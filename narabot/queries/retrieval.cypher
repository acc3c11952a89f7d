// Return the context of a hit: its chunk with one neighbor on each side, the path to the root, and
// the authorities. Follows an index query. This is the first system's query, with an index lookup
// for the first chunk. If there are several paths, the shortest one wins; ties go to the path with
// the smallest naIds.
// In: node, score.  Out: text, score, metadata.
OPTIONAL MATCH (before:recordWithText)-[:Next]->(node)
OPTIONAL MATCH (node)-[:Next]->(after:recordWithText)
WITH node, score, [chunk IN [before, node, after] WHERE chunk IS NOT NULL] AS window
MATCH (first:record {naId: node.naId, chunkSeqId: 0})
CALL (first) {
    MATCH path = (root:record)-[:Includes*0..12]->(first)
    WHERE NOT EXISTS { (root)<-[:Includes]-() }
    WITH path
    ORDER BY length(path), [step IN nodes(path) | step.naId]
    RETURN head(collect(reverse(nodes(path)))) AS pathList
}
CALL (first) {
    OPTIONAL MATCH (authority:record)-[:ANY_AUTHORITY_RELATION]->(first)
    WITH DISTINCT authority
    ORDER BY authority.authorityType, authority.heading, authority.naId
    RETURN collect(DISTINCT authority {.authorityType, .heading, .source}) AS relatedAuthorities
}
WITH node, score, window, first, relatedAuthorities, coalesce(pathList, [first]) AS pathList
ORDER BY score DESC, node.naId, node.chunkSeqId
RETURN apoc.text.join([chunk IN window | chunk.text], '\n') AS text,
       score,
       {
           path_nodes: CASE first.recordType
               WHEN 'description' THEN [step IN pathList | step {
                   .recordType, .levelOfDescription, .title,
                   .logicalDate_coverageStartDate, .logicalDate_coverageEndDate, .source,
                   .naId, .startDate, .endDate, .startYear, .endYear, .recordGroupNumber,
                   .collectionIdentifier, .generalRecordsTypes, .documentKind,
                   .status_accessRestriction, .note_accessRestriction, .status_useRestriction,
                   .name_referenceUnits, .containerId,
                   online_count: size(coalesce(step.objectUrl_digitalObjects, [])),
                   online_urls: coalesce(step.objectUrl_digitalObjects, [])[0..6]
               }]
               ELSE [step IN [first] | step {
                   .recordType, .authorityType, .heading, .source,
                   .naId, .startDate, .endDate
               }]
           END,
           related_authorities: relatedAuthorities,
           score: score,
           naId: node.naId,
           chunkId: node.chunkId,
           chunkSeqId: node.chunkSeqId,
           chunks: [chunk IN window | chunk {.chunkId, .text}]
       } AS metadata
