"""The extractors. Each one has its own module."""
