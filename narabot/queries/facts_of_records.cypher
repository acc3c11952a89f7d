// End of a plan's statement: return the properties of descriptions that plans use. Records that are
// only mentioned by other records were not loaded. They are excluded unless $mentioned is true.
// In: first, $most, $mentioned.  Out: naId, title, … with the graph's property names.
WHERE first.recordType = 'description' AND first.withdrawn IS NULL
  AND ($mentioned OR first.stub IS NULL)
WITH first
LIMIT $most
RETURN first.naId AS naId,
       first.title AS title,
       first.levelOfDescription AS levelOfDescription,
       first.firstDay AS firstDay,
       first.lastDay AS lastDay,
       first.startDate AS startDate,
       first.endDate AS endDate,
       first.itemCount AS itemCount,
       first.containerId AS containerId,
       first.specificMediaType AS specificMediaType,
       first.generalRecordsTypes AS generalRecordsTypes,
       first.documentKind AS documentKind,
       first.sender AS sender,
       first.recipient AS recipient,
       first.documentSubject AS documentSubject,
       first.fileCode AS fileCode,
       first.volume AS volume,
       first.recordGroupNumber AS recordGroupNumber,
       first.isOnline AS isOnline,
       size(first.objectUrl_digitalObjects) AS digitalObjects,
       first.naId_creators AS naId_creators,
       first.heading_creators AS heading_creators,
       first.creatorType_creators AS creatorType_creators,
       first.naId_contributors AS naId_contributors,
       first.heading_contributors AS heading_contributors,
       first.naId_subjects AS naId_subjects,
       first.heading_subjects AS heading_subjects,
       first.authorityType_subjects AS authorityType_subjects,
       first.name_referenceUnits AS name_referenceUnits,
       first.status_accessRestriction AS access,
       (first.scopeAndContentNote IS NOT NULL OR first.text CONTAINS 'Scope and content: ') AS isDescribed,
       first.ancestors AS ancestors
