"""Load a new release of the catalog, and report added, changed, and withdrawn records."""
