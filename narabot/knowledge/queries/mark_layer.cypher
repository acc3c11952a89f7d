// Record that the layer has changed, to invalidate caches of its content.
MATCH (version:graphVersion)
SET version.layerChangedAt = datetime()
