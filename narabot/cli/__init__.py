"""The command line: `narabot ask`, `ingest`, `db`, `doctor`, `chat`, `demo`."""
