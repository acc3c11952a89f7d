// APOC's version; fails where APOC core is missing.
// Out: version.
RETURN apoc.version() AS version
