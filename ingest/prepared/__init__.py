"""Prepared shards: Parquet between the machines that embed and the one that has the database.

Knows nothing of the database and of the embedding model but its name.
"""

from ingest.prepared.finding import PreparedShard, find_prepared
from ingest.prepared.manifest import (
    Making,
    Manifest,
    check_release,
    making_of,
    one_making,
    our_identity,
)
from ingest.prepared.reading import PreparedReader
from ingest.prepared.shelves import Shelf, shelf_of

__all__ = [
    "Making",
    "Manifest",
    "PreparedReader",
    "PreparedShard",
    "Shelf",
    "check_release",
    "find_prepared",
    "making_of",
    "one_making",
    "our_identity",
    "shelf_of",
]
