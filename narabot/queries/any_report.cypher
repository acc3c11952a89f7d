// Return whether the graph has a community report.
// Out: isThere.
RETURN EXISTS { (:Report) } AS isThere
