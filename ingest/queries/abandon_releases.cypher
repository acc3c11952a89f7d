// Delete the releases that were not finished.
MATCH (release:catalogueRelease)
WHERE release.finished IS NULL
DELETE release
