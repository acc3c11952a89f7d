// Whether there is a report.
// Out: isThere.
RETURN EXISTS { (:Report) } AS isThere
