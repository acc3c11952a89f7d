// Return the version of APOC. Fails if APOC Core is not installed.
// Out: version.
RETURN apoc.version() AS version
