// The size of the layer, by label, class, and method.
// Out: label, kind, count.
MATCH (phrase:PhraseNode)
RETURN 'phrases' AS label, phrase.class AS kind, count(phrase) AS count
UNION ALL
MATCH (:PhraseNode)-[mention:MENTIONED_IN]->(:PassageNode)
RETURN 'mentions' AS label, mention.method AS kind, count(mention) AS count
UNION ALL
MATCH (statement:Statement)
RETURN 'statements' AS label,
       statement.method + ' ' + coalesce(statement.class, statement.kind) AS kind,
       count(statement) AS count
UNION ALL
MATCH (community:Community)
RETURN 'communities' AS label, community.kind AS kind, count(community) AS count
UNION ALL
MATCH (report:Report)
RETURN 'reports' AS label, report.method AS kind, count(report) AS count
