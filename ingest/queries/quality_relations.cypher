// Relations by type. Each part is answered by the database's own counters, without a scan.
// Out: name, count.
MATCH (:record)-[relation:Next]->() RETURN 'Next' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:Includes]->() RETURN 'Includes' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:creator]->() RETURN 'creator' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:contributor]->() RETURN 'contributor' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:donor]->() RETURN 'donor' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:subject]->() RETURN 'subject' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:broaderTerm]->() RETURN 'broaderTerm' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:narrowerTerm]->() RETURN 'narrowerTerm' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:relatedTerm]->() RETURN 'relatedTerm' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:jurisdiction]->() RETURN 'jurisdiction' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:organizationName]->() RETURN 'organizationName' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:personalReference]->() RETURN 'personalReference' AS name, count(relation) AS count
UNION ALL
MATCH (:record)-[relation:organizationalReference]->() RETURN 'organizationalReference' AS name, count(relation) AS count
