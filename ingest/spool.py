"""Files of a bucket while they are read: fetched whole to the data folder, and deleted then."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath

from ingest.bucket import fetch
from ingest.lines import BytesRead
from ingest.sources import Source


@contextmanager
def at_hand(
    source: Source, spool: Path, bytes_read: BytesRead = lambda _: None
) -> Iterator[Source]:
    """Yield a source that is on this machine's disk.

    A fetch that broke off goes on where it was. Raises BucketUnavailableError, ChangedFileError
    for a file that is no longer what was listed, DamagedFileError, DataFolderError.
    """
    if source.remote is None:
        yield source
        return
    bucket, file = source.remote
    folder = spool / hashlib.sha256(f"{bucket.name}/{file.key}".encode()).hexdigest()[:32]
    path = folder / PurePosixPath(file.key).name  # by which messages name it
    fetch(bucket, file, path, bytes_read)
    try:
        yield replace(source, path=path, remote=None)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
