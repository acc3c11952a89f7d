// The releases whose loading has begun.
// Out: name, begun, finished (null until the release is finished), in the order of their beginning.
MATCH (release:catalogueRelease)
RETURN release.name AS name, release.begun AS begun, release.finished AS finished
ORDER BY release.ordinal
