"""Prepared shards are Parquet files of embedded texts, created on machines without the database.

This package depends neither on the database nor on the embedding model itself.
"""

from ingest.prepared.batches import PreparedReader
from ingest.prepared.manifest import (
    Manifest,
    check_readable,
    check_release,
    common_settings,
)
from ingest.prepared.shards import (
    PreparedShard,
    ReleaseFiles,
    check_complete,
    check_rebuildable,
    find_prepared,
    release_file_names,
)
from ingest.prepared.storage import ShardStorage, storage_at

__all__ = [
    "Manifest",
    "PreparedReader",
    "PreparedShard",
    "ReleaseFiles",
    "ShardStorage",
    "check_complete",
    "check_readable",
    "check_rebuildable",
    "check_release",
    "common_settings",
    "find_prepared",
    "release_file_names",
    "storage_at",
]
