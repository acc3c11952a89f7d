// Delete all releases, before deleting their records.
MATCH (release:catalogueRelease)
DELETE release
