// Count the relations by type.
// Out: relation, relations.
MATCH (:record)-[relation]->(:record)
WITH type(relation) AS relation, count(relation) AS relations
RETURN relation, relations
ORDER BY relation
