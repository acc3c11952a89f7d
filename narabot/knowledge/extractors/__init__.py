"""The extractors. Each extractor has its own module."""
