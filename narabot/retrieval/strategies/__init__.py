"""The strategies, one file each. `narabot.retrieval.registry` registers them by name."""
