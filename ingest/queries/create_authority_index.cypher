// Index authorities by name (headings, former names, and variants), without diacritics or stemming.
CREATE FULLTEXT INDEX authorityNames IF NOT EXISTS
FOR (authority:ANY_AUTHORITY)
ON EACH [authority.heading, authority.useFor, authority.heading_variantPersonNames,
         authority.variantOrganizationNames, authority.heading_organizationNames]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}
