// Count the nodes with a label. The database reads its own counters, without a scan.
// Out: name, count.
MATCH (node:ONE_TYPE) RETURN 'ONE_TYPE' AS name, count(node) AS count
