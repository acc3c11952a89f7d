// Record that a release has been loaded completely.
// In: $name, $date.
MATCH (release:catalogueRelease {name: $name})
SET release.finished = coalesce(release.finished, $date)
