"""A new release of the catalogue: what it added, changed and withdrew."""
