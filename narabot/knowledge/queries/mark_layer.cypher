// Store the time when the layer changed, which invalidates caches of its content.
MATCH (version:graphVersion)
SET version.layerChangedAt = datetime()
