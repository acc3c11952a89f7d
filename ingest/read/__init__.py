"""Find NARA's files, read their lines, survey whole shards, and divide them into batches."""
