// Forget all releases, before their records are deleted.
MATCH (release:catalogueRelease)
DELETE release
