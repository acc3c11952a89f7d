// Keep the hits that match filters on properties of a record or of its nearest ancestor that has
// them. Follows `kept_hits`. If there are several paths, the shortest one wins; ties go to the path
// with the smallest naIds.
// In: node, score, $generalRecordsTypes, $accessRestriction, naIds in $ancestor, $creator,
// $subject, and $authority; [] keeps all hits.
// Out: node, score.
MATCH (first:record {naId: node.naId, chunkSeqId: 0})
WHERE size($ancestor) = 0 OR first.naId IN $ancestor
   OR any(ancestor IN first.ancestors WHERE ancestor IN $ancestor)
CALL (first) {
    MATCH path = (root:record)-[:Includes*0..12]->(first)
    WHERE NOT EXISTS { (root)<-[:Includes]-() }
    WITH path
    ORDER BY length(path), [step IN nodes(path) | step.naId]
    RETURN head(collect(reverse(nodes(path)))) AS pathList
}
WITH node, score, coalesce(pathList, [first]) AS pathList
WITH node, score, pathList,
     head([step IN pathList WHERE size(coalesce(step.generalRecordsTypes, [])) > 0
           | step.generalRecordsTypes]) AS recordsTypes,
     head([step IN pathList WHERE step.status_accessRestriction IS NOT NULL
           | step.status_accessRestriction]) AS access
WHERE (size($generalRecordsTypes) = 0
   OR any(type IN recordsTypes WHERE type IN $generalRecordsTypes))
  AND (size($accessRestriction) = 0 OR access IN $accessRestriction)
  AND (size($creator) = 0 OR any(step IN pathList WHERE EXISTS {
      (authority:record)-[:MADE_OR_GAVE]->(step) WHERE authority.naId IN $creator
  }))
  AND (size($subject) = 0 OR any(step IN pathList WHERE EXISTS {
      (authority:record)-[:ANY_ABOUT]->(step) WHERE authority.naId IN $subject
  }))
  AND (size($authority) = 0 OR any(step IN pathList WHERE EXISTS {
      (authority:record)-[:BY_OR_ABOUT]->(step)
      WHERE authority.naId IN $authority
  }))
WITH node, score
