"""Read the lines of a source: plain, packed by gzip, within an archive, or in a bucket.

A file of a bucket is fetched whole to the data folder while it is read, and deleted then.
"""

import gzip
import hashlib
import io
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import cast

from ingest.bucket import fetch
from ingest.read.sources import PACKED, Source, readable
from narabot.errors import UnreadableSourceError

LONGEST_LINE = 64 * 2**20
"""Bytes; real lines run to megabytes, and NARA's shards to 50 MB. What is longer is rejected
without being held whole."""

READ_AT_ONCE = 2**14
"""Bytes; what is packed by LZMA unpacks to some thousand times as many."""

SKIPPED_AT_ONCE = 2**24
"""Unpacked bytes before the place where reading begins."""

LARGEST_RATIO = 250
"""Of unpacked to packed bytes; real shards have 10 to 20. More is no catalogue, but a bomb."""

RATIO_FROM = 16 * 2**20
"""Unpacked bytes from which on the ratio is looked at."""

GZIP_MAGIC = b"\x1f\x8b"
"""How gzip begins, and no JSON: a browser may save a packed file without its second ending."""

BytesRead = Callable[[int], object]
"""Told how many bytes were read from disk since it was last told, however few lines they are; what
it raises ends the reading."""

State = tuple[int, int, int]
"""Of a file: number, size, time of its last change."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
NOT_BLANK = re.compile(rb"\S")


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
        told = 0

        def read_on() -> None:
            nonlocal told
            here = position()
            bytes_read(here - told)
            told = here

        most = max(RATIO_FROM, LARGEST_RATIO * source.size)
        for line in numbered(blocks(content, start, most, read_on), start):
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
def open_source(source: Source) -> Iterator[tuple[io.BufferedIOBase, Callable[[], int]]]:
    """Yield a source's unpacked bytes and what tells how many were read from disk."""
    with ExitStack() as opened:
        if not source.path.is_file():
            raise OSError("it is no file")  # a pipe would be waited for, a device never ends
        file = opened.enter_context(source.path.open("rb"))
        content: io.BufferedIOBase = file
        start = 0
        if source.member is not None:
            archive = opened.enter_context(zipfile.ZipFile(file))
            content = cast("io.BufferedIOBase", opened.enter_context(archive.open(source.member)))
            start = file.tell()
        begins = cast("io.BufferedReader", content).peek(len(GZIP_MAGIC))
        if (source.member or source.file_name).endswith(PACKED):
            if not begins:
                raise EOFError("it is empty")  # which gzip takes for the end of its last part
            begins = GZIP_MAGIC
        if begins.startswith(GZIP_MAGIC):
            content = opened.enter_context(gzip.open(content))
        yield content, lambda: max(file.tell() - start, 0)


def blocks(
    content: io.BufferedIOBase, start: Place, most: int, read_on: Callable[[], None]
) -> Iterator[bytes]:
    """Yield the unpacked bytes from a place on, some at once. Raises OSError behind so many."""
    for offset in (*range(0, start.offset, SKIPPED_AT_ONCE), start.offset):
        content.seek(offset)
        read_on()
    end = start.offset
    while block := content.read1(min(READ_AT_ONCE, LONGEST_LINE)):
        read_on()
        end += len(block)
        if end > most:
            raise OSError(
                f"it unpacks to more than {LARGEST_RATIO} times its size; if it is meant to, "
                "unpack it first"
            )
        yield block


def numbered(content: Iterable[bytes], start: Place) -> Iterator[Line]:
    """Yield the lines from a place on, blank ones left out; too long ones without their content."""
    place = start
    for piece, size in pieces(content):
        if piece is None:
            yield Line(place.line_num + 1, None, place.offset + size)
            place = Place(place.line_num + 1, place.offset + size)
        else:
            yield from lines_in(piece, place)
            place = Place(place.line_num + piece.count(b"\n"), place.offset + size)


def pieces(content: Iterable[bytes]) -> Iterator[tuple[bytes | None, int]]:
    """Yield pieces of whole lines with their sizes; of a line that is too long only the size."""
    begun: list[bytes] = []
    size = 0  # of the line that has begun
    for block in content:
        first_end, last_end = block.find(b"\n") + 1, block.rfind(b"\n") + 1
        head = block[: first_end or len(block)]
        size += len(head)
        if size - (first_end > 0) < LONGEST_LINE:
            begun.append(head)
        else:
            begun.clear()
        if first_end:
            yield b"".join(begun) or None, size
            yield block[first_end:last_end], last_end - first_end
            begun, size = [block[last_end:]], len(block) - last_end
    if size:
        yield b"".join(begun) or None, size


def lines_in(piece: bytes, start: Place) -> Iterator[Line]:
    """Yield the lines of a piece that are not blank; blank ones cost little, however many."""
    number, position = start.line_num, 0
    while found := NOT_BLANK.search(piece, position):
        begin = piece.rfind(b"\n", position, found.start()) + 1 or position
        end = piece.find(b"\n", begin) + 1 or len(piece)
        number += piece.count(b"\n", position, begin) + 1
        mark = BYTE_ORDER_MARK if number == 1 else b""
        content = piece[begin:end].removeprefix(mark).rstrip(b"\r\n")
        yield Line(number, content, start.offset + end)
        position = end


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
