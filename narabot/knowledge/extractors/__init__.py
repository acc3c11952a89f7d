"""The extractors, a module each, in the order in which they are trusted."""
