"""NARA's public bucket, or another store that speaks S3: what it holds, and how it is fetched.

Knows nothing of records and of the database.
"""

from ingest.bucket.fetching import Patience, fetch
from ingest.bucket.holdings import Holdings
from ingest.bucket.stored import SCHEME, Bucket, BucketPlace, StoredFile, open_bucket, place_of

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
