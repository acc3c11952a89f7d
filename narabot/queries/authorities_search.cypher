// Return the authorities whose names match any of the queries, ranked by number of records or by
// index score. The index favors short names.
// In: $index, $queries of {words, isByRecords, looked}, $most.
// Out: naId, authorityType, heading, variants, source, organization {naId, heading, source} that a
// name belongs to.
UNWIND $queries AS query
CALL (query) {
    CALL db.index.fulltext.queryNodes($index, query.words, {limit: query.looked}) YIELD node, score
    WHERE node.chunkSeqId = 0 AND node.withdrawn IS NULL
    WITH node, score, CASE
        WHEN query.isByRecords THEN COUNT { (node)-[:BY_OR_ABOUT]->() }
        ELSE 0
    END AS records
    ORDER BY records DESC, score DESC, node.naId
    LIMIT $most
    RETURN node AS authority
}
WITH DISTINCT authority
OPTIONAL MATCH (authority)-[:organizationName]->(organization:organization)
WITH authority, organization
ORDER BY organization.naId
WITH authority, head(collect(organization)) AS organization
RETURN authority.naId AS naId, authority.authorityType AS authorityType,
       authority.heading AS heading, authority.source AS source,
       coalesce(authority.useFor, []) + coalesce(authority.heading_variantPersonNames, [])
           + coalesce(authority.variantOrganizationNames, [])
           + coalesce(authority.heading_organizationNames, []) AS variants,
       organization {.naId, .heading, .source} AS organization
ORDER BY naId
