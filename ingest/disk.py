"""What goes wrong with a folder that is written to, in one sentence."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narabot.errors import DataFolderError


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
