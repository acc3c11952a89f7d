"""Individual records: full record, physical location, surroundings; and an overview of the
catalog."""
