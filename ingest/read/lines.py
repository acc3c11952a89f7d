"""Read the lines of a source: plain, compressed with gzip, in an archive, or in a bucket.

A file in a bucket is downloaded to the data folder, read, and then deleted.
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
from ingest.read.sources import GZIPPED, Source, readable
from narabot.errors import UnreadableSourceError

MAX_LINE_BYTES = 64 * 2**20
"""Maximum length of a line, in bytes.

Real lines are up to several megabytes long, and NARA's shards are up to 50 MB in size. Longer lines
are rejected without being held in memory.
"""

READ_BLOCK_BYTES = 2**14
"""Number of bytes to read at once.

The number is small because LZMA data can expand a thousandfold.
"""

SEEK_STEP_BYTES = 2**24
"""Number of unpacked bytes to skip at once before the start position."""

MAX_EXPANSION_RATIO = 250
"""Maximum ratio of unpacked to packed bytes.

Real shards have a ratio of 10 to 20. A higher ratio indicates a decompression bomb.
"""

RATIO_CHECK_BYTES = 16 * 2**20
"""Number of unpacked bytes after which the ratio is checked."""

GZIP_MAGIC = b"\x1f\x8b"
"""The first bytes of gzip data. JSON never starts with these bytes.

narabot checks for these bytes because a browser may save a compressed file without `.gz`.
"""

BytesRead = Callable[[int], object]
"""A callback that receives the number of bytes read from disk since the last call.

An exception from the callback stops the reading.
"""

FileState = tuple[int, int, int]
"""Inode number, size, and modification time of a file."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
NOT_BLANK = re.compile(rb"\S")


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its number. Numbering starts at 1.

    The content is `None` if the line is too long.
    """

    number: int
    content: bytes | None
    end: int = field(default=0, compare=False)
    """Number of unpacked bytes up to the next line."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position between two lines: the number of lines and of unpacked bytes before it."""

    line_num: int = 0
    offset: int = 0


BEGINNING = Position()


def read_lines(
    source: Source,
    bytes_read: BytesRead = lambda _: None,
    start: Position = BEGINNING,
    state: FileState | None = None,
) -> Iterator[Line]:
    """Yield a source's lines from a position on, without line endings or blank lines.

    Raise UnreadableSourceError, after the readable lines, if the file cannot be read completely or
    has changed since `state`. By default, `state` is the file's state when reading begins.
    """
    before = state or file_state(source)
    with readable(source.path), open_source(source) as (content, position):
        reported = 0

        def read_on() -> None:
            nonlocal reported
            here = position()
            bytes_read(here - reported)
            reported = here

        most = max(RATIO_CHECK_BYTES, MAX_EXPANSION_RATIO * source.size)
        for line in numbered_lines(unpacked_blocks(content, start, most, read_on), start):
            if line.content is None or line.content.strip():
                check_unchanged(source, before)
                yield line
        check_unchanged(source, before)


def check_unchanged(source: Source, before: FileState) -> None:
    """Raise UnreadableSourceError if a file has changed."""
    if file_state(source) != before:
        raise UnreadableSourceError(
            f"{source.path} changed while narabot was reading it. Run the same command again."
        )


def file_state(source: Source) -> FileState:
    """Return values that change if a file is written or replaced.

    Raise UnreadableSourceError if the file no longer exists.
    """
    with readable(source.path):
        state = source.path.stat()
    return state.st_ino, state.st_size, state.st_mtime_ns


@contextmanager
def open_source(source: Source) -> Iterator[tuple[io.BufferedIOBase, Callable[[], int]]]:
    """Yield a source's unpacked bytes and a function that returns the number of bytes read."""
    with ExitStack() as opened:
        if not source.path.is_file():
            raise OSError("it is not a regular file")  # a pipe may block, and a device never ends
        file = opened.enter_context(source.path.open("rb"))
        content: io.BufferedIOBase = file
        start = 0
        if source.member is not None:
            archive = opened.enter_context(zipfile.ZipFile(file))
            content = cast("io.BufferedIOBase", opened.enter_context(archive.open(source.member)))
            start = file.tell()
        begins = cast("io.BufferedReader", content).peek(len(GZIP_MAGIC))
        if (source.member or source.file_name).endswith(GZIPPED):
            if not begins:
                raise EOFError("it is empty")  # gzip would accept an empty file
            begins = GZIP_MAGIC
        if begins.startswith(GZIP_MAGIC):
            content = opened.enter_context(gzip.open(content))
        yield content, lambda: max(file.tell() - start, 0)


def unpacked_blocks(
    content: io.BufferedIOBase, start: Position, most: int, read_on: Callable[[], None]
) -> Iterator[bytes]:
    """Yield blocks of unpacked bytes, starting at a position. Raise OSError after `most` bytes."""
    for offset in (*range(0, start.offset, SEEK_STEP_BYTES), start.offset):
        content.seek(offset)
        read_on()
    end = start.offset
    while block := content.read1(min(READ_BLOCK_BYTES, MAX_LINE_BYTES)):
        read_on()
        end += len(block)
        if end > most:
            raise OSError(
                f"its unpacked size is more than {MAX_EXPANSION_RATIO} times its packed size; if "
                "that is intended, unpack the file first"
            )
        yield block


def numbered_lines(content: Iterable[bytes], start: Position) -> Iterator[Line]:
    """Yield the nonblank lines, starting at a position.

    Lines that are too long have no content.
    """
    place = start
    for piece, size in whole_line_blocks(content):
        if piece is None:
            yield Line(place.line_num + 1, None, place.offset + size)
            place = Position(place.line_num + 1, place.offset + size)
        else:
            yield from lines_in(piece, place)
            place = Position(place.line_num + piece.count(b"\n"), place.offset + size)


def whole_line_blocks(content: Iterable[bytes]) -> Iterator[tuple[bytes | None, int]]:
    """Yield blocks of whole lines with their sizes.

    For a line that is too long, the block is `None`.
    """
    line_parts: list[bytes] = []
    size = 0  # size of the current line
    for block in content:
        first_end, last_end = block.find(b"\n") + 1, block.rfind(b"\n") + 1
        head = block[: first_end or len(block)]
        size += len(head)
        if size - (first_end > 0) < MAX_LINE_BYTES:
            line_parts.append(head)
        else:
            line_parts.clear()
        if first_end:
            yield b"".join(line_parts) or None, size
            yield block[first_end:last_end], last_end - first_end
            line_parts, size = [block[last_end:]], len(block) - last_end
    if size:
        yield b"".join(line_parts) or None, size


def lines_in(piece: bytes, start: Position) -> Iterator[Line]:
    """Yield the nonblank lines in a block. Skipping blank lines takes almost no time."""
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
def local_copy(
    source: Source, spool: Path, bytes_read: BytesRead = lambda _: None
) -> Iterator[Source]:
    """Yield a source whose file is on this machine's disk.

    An interrupted download is resumed. Raise ChangedFileError if the file has changed since it was
    listed. Also raise BucketUnavailableError, DamagedFileError, or DataFolderError.
    """
    if source.remote is None:
        yield source
        return
    bucket, file = source.remote
    folder = spool / hashlib.sha256(f"{bucket.name}/{file.key}".encode()).hexdigest()[:32]
    path = folder / PurePosixPath(file.key).name  # error messages show this name
    fetch(bucket, file, path, bytes_read)
    try:
        yield replace(source, path=path, remote=None)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
