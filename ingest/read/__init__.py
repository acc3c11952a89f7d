"""Read NARA's files: find them, read their lines, look at whole shards, cut them into batches."""
