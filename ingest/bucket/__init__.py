"""Access NARA's public bucket or another S3-compatible store: list files and download them.

This package depends neither on the code that parses records nor on the database.
"""

from ingest.bucket.download import RetryPolicy, fetch
from ingest.bucket.plan import DownloadSelection
from ingest.bucket.store import SCHEME, Bucket, BucketPlace, StoredFile, open_bucket, parse_place

__all__ = [
    "SCHEME",
    "Bucket",
    "BucketPlace",
    "DownloadSelection",
    "RetryPolicy",
    "StoredFile",
    "fetch",
    "open_bucket",
    "parse_place",
]
