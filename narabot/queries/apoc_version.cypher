// Return the version of APOC. Fails where APOC core is missing.
// Out: version.
RETURN apoc.version() AS version
