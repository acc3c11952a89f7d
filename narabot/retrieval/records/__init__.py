"""Read individual records (full record, physical location, and surroundings) and an overview of the
catalog."""
