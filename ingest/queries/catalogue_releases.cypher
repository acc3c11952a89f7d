// The releases whose loading has begun.
// Out: name, begun, finished (null until it is finished), in the order in which they were begun.
MATCH (release:catalogueRelease)
RETURN release.name AS name, release.begun AS begun, release.finished AS finished
ORDER BY release.ordinal
