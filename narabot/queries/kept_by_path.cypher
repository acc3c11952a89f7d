// The hits that filters keep, by what a record or the nearest record above it states. Follows
// `kept_hits`; of several paths it takes the shortest, then that of the smallest naIds.
// In: node, score, $recordsTypes, $access, $ancestor, $creators, $subjects, $authorities;
// null or [] keeps all.
// Out: node, score.
MATCH (first:record {naId: node.naId, chunkSeqId: 0})
WHERE $ancestor IS NULL OR first.naId = $ancestor OR $ancestor IN first.ancestors
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
WHERE (size($recordsTypes) = 0 OR any(type IN recordsTypes WHERE type IN $recordsTypes))
  AND (size($access) = 0 OR access IN $access)
  AND (size($creators) = 0 OR any(step IN pathList WHERE EXISTS {
      (authority:record)-[:MADE_OR_GAVE]->(step) WHERE authority.naId IN $creators
  }))
  AND (size($subjects) = 0 OR any(step IN pathList WHERE EXISTS {
      (authority:record)-[:ABOUT]->(step) WHERE authority.naId IN $subjects
  }))
  AND (size($authorities) = 0 OR any(step IN pathList WHERE EXISTS {
      (authority:record)-[:BY_OR_ABOUT]->(step)
      WHERE authority.naId IN $authorities
  }))
WITH node, score
