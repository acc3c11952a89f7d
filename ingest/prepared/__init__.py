"""Prepared shards: Parquet between the machines that embed and the one that has the database.

Knows nothing of the database and of the embedding model but its name.
"""

from ingest.prepared.batches import PreparedReader
from ingest.prepared.manifest import (
    Manifest,
    check_readable,
    check_release,
    one_making,
)
from ingest.prepared.shards import (
    PreparedShard,
    ReleaseFiles,
    check_all,
    check_whole,
    files_of,
    find_prepared,
)
from ingest.prepared.shelves import Shelf, shelf_of

__all__ = [
    "Manifest",
    "PreparedReader",
    "PreparedShard",
    "ReleaseFiles",
    "Shelf",
    "check_all",
    "check_readable",
    "check_release",
    "check_whole",
    "files_of",
    "find_prepared",
    "one_making",
    "shelf_of",
]
