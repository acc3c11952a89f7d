// Nodes by label. Each part is answered by the database's own counters, without a scan.
// Out: name, count.
MATCH (node:recordGroup) RETURN 'recordGroup' AS name, count(node) AS count
UNION ALL
MATCH (node:collection) RETURN 'collection' AS name, count(node) AS count
UNION ALL
MATCH (node:series) RETURN 'series' AS name, count(node) AS count
UNION ALL
MATCH (node:fileUnit) RETURN 'fileUnit' AS name, count(node) AS count
UNION ALL
MATCH (node:item) RETURN 'item' AS name, count(node) AS count
UNION ALL
MATCH (node:geographicPlaceName) RETURN 'geographicPlaceName' AS name, count(node) AS count
UNION ALL
MATCH (node:organization) RETURN 'organization' AS name, count(node) AS count
UNION ALL
MATCH (node:person) RETURN 'person' AS name, count(node) AS count
UNION ALL
MATCH (node:specificRecordsTypes) RETURN 'specificRecordsTypes' AS name, count(node) AS count
UNION ALL
MATCH (node:topicalSubject) RETURN 'topicalSubject' AS name, count(node) AS count
UNION ALL
MATCH (node:recordWithText) RETURN 'recordWithText' AS name, count(node) AS count
UNION ALL
MATCH (node:record) RETURN 'record' AS name, count(node) AS count
UNION ALL
MATCH (node:rejectedLine) RETURN 'rejectedLine' AS name, count(node) AS count
UNION ALL
MATCH (node:graphVersion) RETURN 'graphVersion' AS name, count(node) AS count
UNION ALL
MATCH (node:catalogueRelease) RETURN 'catalogueRelease' AS name, count(node) AS count
UNION ALL
MATCH (node:shard) RETURN 'shard' AS name, count(node) AS count
UNION ALL
MATCH (node:unsettledRecord) RETURN 'unsettledRecord' AS name, count(node) AS count
