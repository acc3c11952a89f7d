// How many relations are of a type. The database's own counters answer, without a scan.
// Out: name, count.
MATCH (:record)-[relation:ONE_TYPE]->() RETURN 'ONE_TYPE' AS name, count(relation) AS count
