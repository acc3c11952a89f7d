"""What goes wrong with a folder that is written to, in one sentence."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from narabot.errors import DataFolderError, FolderInUseError


@contextmanager
def writable(folder: Path) -> Iterator[None]:
    """Turn what goes wrong in writing to a folder into one sentence. Raises DataFolderError."""
    try:
        yield
    except OSError as error:
        why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
        raise DataFolderError(
            f"{folder} cannot be written ({why}). Make room, or give another folder; then run the "
            "same command again. What was finished before is kept."
        ) from error


@contextmanager
def alone_in(folder: Path, lock_name: str, who: str) -> Iterator[None]:
    """Hold a folder, made if need be, for one run at a time.

    Raises FolderInUseError while another one runs, DataFolderError for one that cannot be written.
    """
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / lock_name, timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            raise FolderInUseError(
                f"Another {who} is at work with {folder}. Wait until it has ended."
            ) from error
    try:
        yield
    finally:
        lock.release()
