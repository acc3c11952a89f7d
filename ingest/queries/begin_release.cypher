// Remember that a release is being loaded, since when, and after which others it was begun.
// In: $name, $date.
OPTIONAL MATCH (other:catalogueRelease)
WITH coalesce(max(other.ordinal), 0) + 1 AS ordinal
MERGE (release:catalogueRelease {name: $name})
ON CREATE SET release.begun = $date, release.ordinal = ordinal
