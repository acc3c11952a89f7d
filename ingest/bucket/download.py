"""Fetch files of a bucket: resumed where it broke off, verified, whole or not there at all.

A download fetches what a plan wants, in parallel, into a folder that mirrors the bucket.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event, Lock
from typing import IO

import msgspec
from tenacity import (
    Retrying,
    retry_if_exception_type,
    sleep_using_event,
    stop_after_attempt,
    stop_when_event_set,
    wait_exponential,
)

from ingest.bucket.plan import LEDGER, Entry, Plan, local_path, part_path, refuse_without_room
from ingest.bucket.store import Bucket, StoredFile, named_errors
from ingest.disk import alone_in, writable
from ingest.progress import Bar, progress_bar
from narabot.errors import (
    BucketError,
    BucketUnavailableError,
    DamagedFileError,
    DownloadStoppedError,
)

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


@dataclass(slots=True)
class Fetched:
    """What a download has done."""

    files: int = 0
    faults: list[str] = field(default_factory=list)


def held(folder: Path) -> AbstractContextManager[None]:
    """Return what holds a folder for one download at a time. Raises DataFolderError."""
    return alone_in(folder, ".narabot-download.lock", "download")


def download(bucket: Bucket, plan: Plan, at_once: int, patience: Patience) -> Fetched:
    """Fetch what a plan wants, so many files at once; what was fetched stays when it is stopped.

    A file that has changed, or is damaged, is told of, and the others are fetched. Raises
    BucketUnavailableError when the store does not answer any more, DataFolderError.
    """
    refuse_without_room(plan)
    done, lock = Fetched(), Lock()
    total = sum(file.size for file in plan.wanted)
    with (
        progress_bar(total) as bar,
        ThreadPoolExecutor(at_once, "download") as pool,
    ):

        def one(file: StoredFile) -> None:
            try:
                fetch_listed(bucket, plan.folder, file, bar, patience)
            except BucketError as error:
                with lock:
                    done.faults.append(str(error))
                return
            with lock, writable(plan.folder), (plan.folder / LEDGER).open("ab") as ledger:
                ledger.write(msgspec.json.encode(Entry(file.key, file.etag, file.size)) + b"\n")
                done.files += 1

        fetching = [pool.submit(one, file) for file in plan.wanted]
        try:
            ended, _ = wait(fetching, return_when=FIRST_EXCEPTION)
            for future in ended:
                future.result()
        finally:
            patience.stopping.set()
            pool.shutdown(cancel_futures=True)
    return done


def fetch_listed(
    bucket: Bucket, folder: Path, file: StoredFile, bar: Bar, patience: Patience
) -> None:
    """Fetch one file to its place."""
    fetch(bucket, file, local_path(folder, file), bar.update, patience)


def delete_gone(plan: Plan) -> None:
    """Delete what the bucket has no more. Raises DataFolderError."""
    for path in plan.gone:
        with writable(path.parent):
            path.unlink()
