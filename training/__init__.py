"""Train the models that narabot ships (see README.md)."""
