// Forget when the layer was changed.
MATCH (version:graphVersion)
REMOVE version.layerChangedAt
