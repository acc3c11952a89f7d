"""The extractors, one module each."""
