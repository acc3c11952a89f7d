// Remove the time when the layer was last changed.
MATCH (version:graphVersion)
REMOVE version.layerChangedAt
