"""Report write errors and lock folders."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from narabot.errors import DataFolderError, FolderInUseError


@contextmanager
def writable(folder: Path) -> Iterator[None]:
    """Convert an OSError while writing to a folder into a DataFolderError."""
    try:
        yield
    except OSError as error:
        why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
        raise DataFolderError(
            f"narabot cannot write to {folder} ({why}). Free space or choose another folder, then "
            "run the same command again. Finished work is kept."
        ) from error


@contextmanager
def locked_folder(folder: Path, lock_name: str, who: str) -> Iterator[None]:
    """Create a folder if needed, and lock it so that only one run can use the folder.

    Raise FolderInUseError while another run holds the lock, and DataFolderError if narabot cannot
    write to the folder.
    """
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / lock_name, timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            raise FolderInUseError(
                f"Another {who} is using {folder}. Wait until it has finished."
            ) from error
    try:
        yield
    finally:
        lock.release()
