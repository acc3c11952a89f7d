// How many nodes have a label. The database's own counters answer, without a scan.
// Out: name, count.
MATCH (node:ONE_TYPE) RETURN 'ONE_TYPE' AS name, count(node) AS count
