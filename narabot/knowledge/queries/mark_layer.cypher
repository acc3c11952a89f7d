// Note that the layer has changed, for those who keep what they found in it.
MATCH (version:graphVersion)
SET version.layerChangedAt = datetime()
