"""Train narabot's reader: data in, a model file out (README.md says how)."""
