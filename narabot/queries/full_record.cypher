// Return a record with its path to the root and the properties that its page shows next to its
// text. If there are several paths, the shortest one wins; ties go to the path with the smallest
// naIds. For a withdrawn record, the path comes from its line in the export.
// In: $naId.  Out: isStub, withdrawn (map of release and date, or null), path of maps, digital
// objects and contributors as parallel lists.
MATCH (first:record {naId: $naId, chunkSeqId: 0})
CALL (first) {
    MATCH path = (root:record)-[:Includes*0..12]->(first)
    WHERE NOT EXISTS { (root)<-[:Includes]-() }
    WITH path
    ORDER BY length(path), [step IN nodes(path) | step.naId]
    RETURN head(collect(reverse(nodes(path)))) AS pathList
}
CALL (first) {
    UNWIND CASE WHEN first.withdrawn THEN range(1, size(first.ancestors)) END AS place
    MATCH (above:record {naId: first.ancestors[-place], chunkSeqId: 0})
    WITH above ORDER BY place
    RETURN collect(above) AS toldPath
}
WITH first, [first] + toldPath AS toldPath, pathList
WITH first, CASE WHEN first.withdrawn THEN toldPath ELSE pathList END AS pathList
WITH first, CASE first.recordType
    WHEN 'description' THEN coalesce(pathList, [first])
    ELSE [first]
END AS pathList
RETURN coalesce(first.stub, false) AS isStub,
       CASE WHEN first.withdrawn THEN first {
           release: first.withdrawnInRelease, date: first.withdrawnDate
       } END AS withdrawn,
       [step IN pathList | step {
           .recordType, .levelOfDescription, .authorityType, .title, .heading, .naId,
           .startDate, .endDate, .source, .status_accessRestriction, .status_useRestriction,
           .naId_creators, .creatorType_creators, .naId_contributors, .contributorType_contributors,
           .containerId, .text_heldAt, .physicalRestrictionNote_mediaOccurrences,
           .text_accessRestriction, .text_useRestriction
       }] AS path,
       coalesce(first.objectUrl_digitalObjects, []) AS urls,
       coalesce(first.objectType_digitalObjects, []) AS types,
       coalesce(first.objectDescription_digitalObjects, []) AS descriptions
