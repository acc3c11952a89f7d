// Return whether the graph has any community reports.
// Out: isThere.
RETURN EXISTS { (:Report) } AS isThere
