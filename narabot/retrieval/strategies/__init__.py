"""The ways from a request to evidence, a file each; `narabot.retrieval.registry` names them."""
