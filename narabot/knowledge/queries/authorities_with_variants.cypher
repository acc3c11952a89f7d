// All authorities whose names are searched in texts, including those that are only mentioned.
// Out: naId, type, heading, variants.
MATCH (authority:ANY_AUTHORITY)
WHERE authority.chunkSeqId = 0 AND authority.withdrawn IS NULL AND authority.heading IS NOT NULL
RETURN authority.naId AS naId, authority.authorityType AS type, authority.heading AS heading,
       coalesce(authority.useFor, []) + coalesce(authority.heading_variantPersonNames, [])
       + coalesce(authority.variantOrganizationNames, []) AS variants
ORDER BY naId
