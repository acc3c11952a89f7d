"""Parse a line of the export into a record: identity, properties, references, text, and chunks."""
