// Count the relations of a type. The database reads its own counters, without a scan.
// Out: name, count.
MATCH (:record)-[relation:ONE_TYPE]->() RETURN 'ONE_TYPE' AS name, count(relation) AS count
