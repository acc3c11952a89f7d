"""Download files from a bucket.

Downloads are resumable and verified. A complete file is renamed into place. A download fetches a
plan's files in parallel and stores the files in a folder that mirrors the bucket.
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

from ingest.bucket.plan import LEDGER, LedgerEntry, Plan, check_disk_space, local_path, part_path
from ingest.bucket.store import Bucket, StoredFile, s3_errors
from ingest.disk import locked_folder, writable
from ingest.progress import ProgressBar, progress_bar
from narabot.errors import (
    BucketError,
    BucketUnavailableError,
    DamagedFileError,
    DownloadStoppedError,
)

ETAG = re.compile(r"([0-9a-f]{32})(?:-(\d+))?")
READ_BLOCK_BYTES = 2**20

md5 = partial(hashlib.md5, usedforsecurity=False)


def part_count(etag: str) -> int | None:
    """Return the number of parts in which a file was uploaded, or 0 for a single upload.

    Return `None` if the ETag has an unknown form.
    """
    match = ETAG.fullmatch(etag)
    return None if match is None else int(match[2] or 0)


def compute_etag(path: Path, part_sizes: Sequence[int] = ()) -> str:
    """Return the ETag that a store gives a local file uploaded in parts of the specified sizes.

    Without part sizes, assume that the file was uploaded as a whole.
    """
    with path.open("rb") as file:
        if not part_sizes:
            return hashlib.file_digest(file, md5).hexdigest()
        sums = [part_digest(file, size) for size in part_sizes]
    return f"{md5(b''.join(sums)).hexdigest()}-{len(sums)}"


def part_digest(file: IO[bytes], size: int) -> bytes:
    """Return the MD5 digest of the next `size` bytes."""
    digest, left = md5(), size
    while left and (block := file.read(min(left, READ_BLOCK_BYTES))):
        digest.update(block)
        left -= len(block)
    return digest.digest()


WRITE_BLOCK_BYTES = 2**20
MAX_ATTEMPTS = 6
MAX_PAUSE_S = 30.0


@dataclass(frozen=True)
class RetryPolicy:
    """A policy for retrying requests to a store that does not respond.

    Only requests that return no bytes count as attempts.
    """

    attempts: int = field(default_factory=lambda: MAX_ATTEMPTS)
    max_pause_s: float = field(default_factory=lambda: MAX_PAUSE_S)
    stopping: Event = field(default_factory=Event)
    """Stops all downloads when set."""

    @property
    def retrying(self) -> Retrying:
        """The policy as a `tenacity.Retrying` object."""
        return Retrying(
            retry=retry_if_exception_type(BucketUnavailableError),
            stop=stop_after_attempt(self.attempts) | stop_when_event_set(self.stopping),
            wait=wait_exponential(max=self.max_pause_s),
            sleep=sleep_using_event(self.stopping),
            reraise=True,
        )


def fetch(
    bucket: Bucket,
    file: StoredFile,
    to: Path,
    bytes_read: Callable[[int], object] = lambda _: None,
    policy: RetryPolicy | None = None,
) -> None:
    """Download a file, resuming an earlier download of the same file if there is one.

    The file is renamed into place when it is complete and verified. Raise BucketUnavailableError,
    ChangedFileError, DamagedFileError, DataFolderError, or DownloadStoppedError.
    """
    policy = policy or RetryPolicy()
    with writable(to.parent):
        to.parent.mkdir(parents=True, exist_ok=True)
        part = part_path(to, file)
        for other in to.parent.glob(f".{to.name}.*.part"):
            if other != part:
                other.unlink()  # a partial download of an older version
        part.touch()
        bytes_read(part.stat().st_size)
        while part.stat().st_size < file.size:
            policy.retrying(fetch_some, bucket, file, part, bytes_read, policy.stopping)
        verify(bucket, file, part)
        part.replace(to)


def fetch_some(
    bucket: Bucket,
    file: StoredFile,
    part: Path,
    bytes_read: Callable[[int], object],
    stopping: Event,
) -> None:
    """Append the bytes of one response to a partial file.

    Raise BucketUnavailableError if the response contains no bytes.
    """
    start = part.stat().st_size
    try:
        with part.open("ab") as partial_file, s3_errors(bucket.name, file.key):
            for block in bucket.opened(file, start).iter_chunks(WRITE_BLOCK_BYTES):
                if stopping.is_set():
                    raise DownloadStoppedError("Stopped. Downloaded data is kept.")
                partial_file.write(block)
                bytes_read(len(block))
    except BucketUnavailableError:
        if part.stat().st_size == start:
            raise


def verify(bucket: Bucket, file: StoredFile, part: Path) -> None:
    """Check a downloaded file against the size and ETag in the store.

    If the size or ETag differs, delete the file and raise DamagedFileError.
    """
    parts = part_count(file.etag)
    found_size = part.stat().st_size
    is_right = found_size == file.size
    if is_right and parts is not None:
        is_right = compute_etag(part, bucket.part_sizes(file, parts) if parts else ()) == file.etag
    if not is_right:
        part.unlink()
        raise DamagedFileError(
            f"s3://{bucket.name}/{file.key} was damaged during the download "
            f"({found_size:,} of {file.size:,} bytes). Run the same command again."
        )


@dataclass(slots=True)
class DownloadResult:
    """The number of downloaded files, and an error message for each failure."""

    files: int = 0
    faults: list[str] = field(default_factory=list)


def locked_download_folder(folder: Path) -> AbstractContextManager[None]:
    """Return a context manager that locks a folder for one download. Raise DataFolderError."""
    return locked_folder(folder, ".narabot-download.lock", "download")


def download(bucket: Bucket, plan: Plan, at_once: int, policy: RetryPolicy) -> DownloadResult:
    """Download the files in a plan, `at_once` at a time.

    If the download is stopped, the downloaded files remain. A changed or damaged file is reported,
    and the other files are still downloaded. Raise DataFolderError, or BucketUnavailableError if
    the store stops responding.
    """
    check_disk_space(plan)
    done, lock = DownloadResult(), Lock()
    total = sum(file.size for file in plan.wanted)
    with (
        progress_bar(total) as bar,
        ThreadPoolExecutor(at_once, "download") as pool,
    ):

        def one(file: StoredFile) -> None:
            try:
                fetch_listed(bucket, plan.folder, file, bar, policy)
            except BucketError as error:
                with lock:
                    done.faults.append(str(error))
                return
            with lock, writable(plan.folder), (plan.folder / LEDGER).open("ab") as ledger:
                ledger.write(
                    msgspec.json.encode(LedgerEntry(file.key, file.etag, file.size)) + b"\n"
                )
                done.files += 1

        fetching = [pool.submit(one, file) for file in plan.wanted]
        try:
            ended, _ = wait(fetching, return_when=FIRST_EXCEPTION)
            for future in ended:
                future.result()
        finally:
            policy.stopping.set()
            pool.shutdown(cancel_futures=True)
    return done


def fetch_listed(
    bucket: Bucket, folder: Path, file: StoredFile, bar: ProgressBar, policy: RetryPolicy
) -> None:
    """Download one file to its path in the download folder."""
    fetch(bucket, file, local_path(folder, file), bar.update, policy)


def delete_removed(plan: Plan) -> None:
    """Delete the local files that the bucket no longer contains. Raise DataFolderError."""
    for path in plan.gone:
        with writable(path.parent):
            path.unlink()
