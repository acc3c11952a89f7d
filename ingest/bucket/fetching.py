"""Fetch one file of a bucket: resumed where it broke off, verified, whole or not there at all."""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from typing import IO

from tenacity import (
    Retrying,
    retry_if_exception_type,
    sleep_using_event,
    stop_after_attempt,
    stop_when_event_set,
    wait_exponential,
)

from ingest.bucket.stored import Bucket, StoredFile, named_errors
from ingest.disk import writable
from narabot.errors import BucketUnavailableError, DamagedFileError, DownloadStoppedError

ETAG = re.compile(r"([0-9a-f]{32})(?:-(\d+))?")
READ_AT_ONCE = 2**20

md5 = partial(hashlib.md5, usedforsecurity=False)


def parts_of(etag: str) -> int | None:
    """Return in how many parts a file was stored, 0 for at once; `None` if it cannot be told."""
    match = ETAG.fullmatch(etag)
    return None if match is None else int(match[2] or 0)


def etag_of(path: Path, part_sizes: Sequence[int] = ()) -> str:
    """Return the ETag of a file of this machine, stored in parts of such bytes, or at once."""
    with path.open("rb") as file:
        if not part_sizes:
            return hashlib.file_digest(file, md5).hexdigest()
        sums = [part_sum(file, size) for size in part_sizes]
    return f"{md5(b''.join(sums)).hexdigest()}-{len(sums)}"


def part_sum(file: IO[bytes], size: int) -> bytes:
    """Return the sum of the next bytes."""
    digest, left = md5(), size
    while left and (block := file.read(min(left, READ_AT_ONCE))):
        digest.update(block)
        left -= len(block)
    return digest.digest()


WRITTEN_AT_ONCE = 2**20
TRIES = 6
LONGEST_PAUSE_S = 30.0
KNOWN_BY = 12
"""Characters of the ETag in the name of a file that is not whole yet."""


@dataclass(frozen=True)
class Patience:
    """How often a store that does not answer is asked again, without a byte in between."""

    tries: int = field(default_factory=lambda: TRIES)
    longest_pause_s: float = field(default_factory=lambda: LONGEST_PAUSE_S)
    stopping: Event = field(default_factory=Event)
    """Ends all fetching."""

    @property
    def retrying(self) -> Retrying:
        """The same, as tenacity does it."""
        return Retrying(
            retry=retry_if_exception_type(BucketUnavailableError),
            stop=stop_after_attempt(self.tries) | stop_when_event_set(self.stopping),
            wait=wait_exponential(max=self.longest_pause_s),
            sleep=sleep_using_event(self.stopping),
            reraise=True,
        )


def fetch(
    bucket: Bucket,
    file: StoredFile,
    to: Path,
    bytes_read: Callable[[int], object] = lambda _: None,
    patience: Patience | None = None,
) -> None:
    """Make a file of a bucket one of this machine; what was fetched before is not fetched again.

    It has its name only when it is whole and its sum is right. Raises BucketUnavailableError,
    ChangedFileError, DamagedFileError, DataFolderError, DownloadStoppedError.
    """
    patience = patience or Patience()
    with writable(to.parent):
        to.parent.mkdir(parents=True, exist_ok=True)
        part = part_path(to, file)
        for other in to.parent.glob(f".{to.name}.*.part"):
            if other != part:
                other.unlink()  # of what it was before
        part.touch()
        bytes_read(part.stat().st_size)
        while part.stat().st_size < file.size:
            patience.retrying(fetch_some, bucket, file, part, bytes_read, patience.stopping)
        verify(bucket, file, part)
        part.replace(to)


def part_path(to: Path, file: StoredFile) -> Path:
    """Return the name of a file that is not whole yet: hidden, and of its content."""
    return to.with_name(f".{to.name}.{file.etag[:KNOWN_BY]}.part")


def fetch_some(
    bucket: Bucket,
    file: StoredFile,
    part: Path,
    bytes_read: Callable[[int], object],
    stopping: Event,
) -> None:
    """Add to a part what comes in one answer. Raises BucketUnavailableError if nothing does."""
    start = part.stat().st_size
    try:
        with part.open("ab") as kept, named_errors(bucket.name, file.key):
            for block in bucket.opened(file, start).iter_chunks(WRITTEN_AT_ONCE):
                if stopping.is_set():
                    raise DownloadStoppedError("Stopped. What was fetched is kept.")
                kept.write(block)
                bytes_read(len(block))
    except BucketUnavailableError:
        if part.stat().st_size == start:
            raise


def verify(bucket: Bucket, file: StoredFile, part: Path) -> None:
    """Raise DamagedFileError, and delete the part, unless it is what the store says."""
    parts = parts_of(file.etag)
    found_size = part.stat().st_size
    is_right = found_size == file.size
    if is_right and parts is not None:
        is_right = etag_of(part, bucket.part_sizes(file, parts) if parts else ()) == file.etag
    if not is_right:
        part.unlink()
        raise DamagedFileError(
            f"s3://{bucket.name}/{file.key} did not come as the store says that it is "
            f"({found_size:,} bytes of {file.size:,}). Run the same command again."
        )
