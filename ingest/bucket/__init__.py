"""NARA's public bucket, or another store that speaks S3: what it holds, and how it is fetched.

Knows nothing of records and of the database.
"""

from ingest.bucket.download import Patience, fetch
from ingest.bucket.plan import Holdings
from ingest.bucket.store import SCHEME, Bucket, BucketPlace, StoredFile, open_bucket, place_of

__all__ = [
    "SCHEME",
    "Bucket",
    "BucketPlace",
    "Holdings",
    "Patience",
    "StoredFile",
    "fetch",
    "open_bucket",
    "place_of",
]
