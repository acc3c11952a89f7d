"""Read the lines of a source: plain, packed by gzip, or from within an archive.

Knows nothing of what stands on a line.
"""

import gzip
import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import IO, cast

from ingest.sources import PACKED, Source, readable
from narabot.errors import UnreadableSourceError

LONGEST_LINE = 64 * 2**20
"""Bytes; real lines run to megabytes, and NARA's shards to 50 MB. What is longer is rejected
without being held whole."""

SKIPPED_AT_ONCE = 2**20
"""Bytes of a line that is too long."""

LARGEST_RATIO = 250
"""Of unpacked to packed bytes; real shards have 10 to 20. More is no catalogue, but a bomb."""

RATIO_FROM = 16 * 2**20
"""Unpacked bytes from which on the ratio is looked at."""

GZIP_MAGIC = b"\x1f\x8b"
"""How gzip begins, and no JSON: a browser may save a packed file without its second ending."""

BytesRead = Callable[[int], object]
"""Told how many bytes were read from disk since it was last told."""

State = tuple[int, int, int]
"""Of a file: number, size, time of its last change."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its number (from 1); the content is `None` when it is too long."""

    number: int
    content: bytes | None
    end: int = field(default=0, compare=False)
    """Unpacked bytes up to the next line."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place between two lines: so many lines, and so many unpacked bytes, stand before it."""

    line_num: int = 0
    offset: int = 0


BEGINNING = Place()


def read_lines(
    source: Source,
    bytes_read: BytesRead = lambda _: None,
    start: Place = BEGINNING,
    state: State | None = None,
) -> Iterator[Line]:
    """Yield a source's lines from a place on, without their ends, blank ones left out.

    Raises UnreadableSourceError when the file cannot be read to its end, or is no longer what it
    was at `state` (if that is not given: when reading began); the lines before are yielded.
    """
    before = state or file_state(source)
    with readable(source.path), open_source(source) as (content, position):
        content.seek(start.offset)
        told = 0
        for line in numbered(content, start, max(RATIO_FROM, LARGEST_RATIO * source.size)):
            here = position()
            bytes_read(here - told)
            told = here
            if line.content is None or line.content.strip():
                refuse_changed(source, before)
                yield line
        refuse_changed(source, before)


def refuse_changed(source: Source, before: State) -> None:
    """Raise UnreadableSourceError unless a file is what it was before."""
    if file_state(source) != before:
        raise UnreadableSourceError(
            f"{source.path} has changed while it was read. Run the same command again."
        )


def file_state(source: Source) -> State:
    """Return what changes when a file is written or replaced.

    Raises UnreadableSourceError for one that is gone.
    """
    with readable(source.path):
        state = source.path.stat()
    return state.st_ino, state.st_size, state.st_mtime_ns


@contextmanager
def open_source(source: Source) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """Yield a source's unpacked bytes and what tells how many were read from disk."""
    with ExitStack() as opened:
        if not source.path.is_file():
            raise OSError("it is no file")  # a pipe would be waited for, a device never ends
        file = opened.enter_context(source.path.open("rb"))
        content: IO[bytes] = file
        start = 0
        if source.member is not None:
            archive = opened.enter_context(zipfile.ZipFile(file))
            content = opened.enter_context(archive.open(source.member))
            start = file.tell()
        begins = cast("io.BufferedReader", content).peek(len(GZIP_MAGIC))
        if (source.member or source.file_name).endswith(PACKED):
            if not begins:
                raise EOFError("it is empty")  # which gzip takes for the end of its last part
            begins = GZIP_MAGIC
        if begins.startswith(GZIP_MAGIC):
            content = cast("IO[bytes]", opened.enter_context(gzip.open(content)))
        yield content, lambda: max(file.tell() - start, 0)


def numbered(content: IO[bytes], start: Place, most: int) -> Iterator[Line]:
    """Yield the lines from a place on; those that are too long without their content.

    Most blank lines are left out. Raises OSError behind so many unpacked bytes.
    """
    number, end = start.line_num, start.offset
    while line := content.readline(LONGEST_LINE):
        number += 1
        end += len(line)
        is_whole = len(line) < LONGEST_LINE or line.endswith(b"\n")
        rest = line
        while not is_whole and rest and not rest.endswith(b"\n") and end <= most:
            rest = content.readline(SKIPPED_AT_ONCE)
            end += len(rest)
        if end > most:
            raise OSError(f"it unpacks to more than {LARGEST_RATIO} times its size")
        if is_whole and line.isspace():
            continue
        mark = BYTE_ORDER_MARK if number == 1 else b""
        yield Line(number, line.removeprefix(mark).rstrip(b"\r\n") if is_whole else None, end)
