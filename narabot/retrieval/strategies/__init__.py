"""The strategies, with one file for each strategy. `narabot.retrieval.registry` registers them by
name."""
