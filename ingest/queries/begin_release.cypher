// Remember that a release is being loaded, and since when.
// In: $name, $date.
MERGE (release:catalogueRelease {name: $name})
ON CREATE SET release.begun = $date
