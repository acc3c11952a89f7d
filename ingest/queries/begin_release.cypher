// Record when loading a release began, and number it after the earlier releases.
// In: $name, $date.
OPTIONAL MATCH (other:catalogueRelease)
WITH coalesce(max(other.ordinal), 0) + 1 AS ordinal
MERGE (release:catalogueRelease {name: $name})
ON CREATE SET release.begun = $date, release.ordinal = ordinal
