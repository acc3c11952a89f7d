// Remember that a release is loaded whole.
// In: $name, $date.
MATCH (release:catalogueRelease {name: $name})
SET release.finished = coalesce(release.finished, $date)
