// Forget the releases that were never loaded whole.
MATCH (release:catalogueRelease)
WHERE release.finished IS NULL
DELETE release
