"""Find and read the lines of NARA's export: files, folders, `.jsonl`, `.jsonl.gz`, `.zip`.

Knows nothing of what stands on a line.
"""

import gzip
import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from narabot.errors import UnreadableSourceError

LONGEST_LINE = 64 * 2**20
"""Bytes; real lines run to megabytes, and NARA's shards to 50 MB. What is longer is rejected
without being held whole."""

SKIPPED_AT_ONCE = 2**20
"""Bytes of a line that is too long."""

LONGEST_NAME = 6000
"""Bytes; Neo4j's indexes take 8,000. No disk has such names, but an archive may."""

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

PLAIN, PACKED, ARCHIVE = ".jsonl", ".jsonl.gz", ".zip"
APPLE_DOUBLE = "._"
"""How the files begin that macOS puts beside others, and into archives."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

BROKEN = (
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    UnicodeDecodeError,  # a member's name
    RuntimeError,  # a password is wanted, or the packing is unknown
)
"""What Python raises for files that are damaged or cannot be unpacked."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file of catalogue lines, on its own or inside an archive."""

    path: Path
    file_name: str
    """The path below the given one, by which the graph knows it."""
    member: str | None
    """Its name inside a `.zip`."""
    size: int
    """Bytes on disk that reading it takes."""


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


def find_sources(paths: Sequence[Path]) -> list[Source]:
    """Return the files in and under some paths, in a stable order.

    Raises UnreadableSourceError when a path is missing or holds no catalogue lines, and when two
    files would be known by one name.
    """
    sources: list[Source] = []
    for path in paths:
        found = list(sources_at(path))
        if not found:
            raise UnreadableSourceError(
                f"{path} holds no {PLAIN}, {PACKED} or {ARCHIVE} file. Give NARA's shards or the "
                "folder that holds them."
            )
        sources += found
    return without_twins(sources)


def without_twins(sources: Iterable[Source]) -> list[Source]:
    """Return each source once.

    Raises UnreadableSourceError when two files would be known by one name, or one by a name
    that is too long.
    """
    known: dict[str, Source] = {}
    for source in sources:
        other = known.setdefault(source.file_name, source)
        if other.path != source.path:
            raise UnreadableSourceError(
                f"{other.path} and {source.path} would both be known as {source.file_name}. Give "
                "the folder above them instead."
            )
        if len(source.file_name.encode()) > LONGEST_NAME:
            raise UnreadableSourceError(
                f"{source.path} holds a file whose name is longer than {LONGEST_NAME:,} bytes. "
                "Give that file another name."
            )
    return list(known.values())


def sources_at(path: Path) -> Iterator[Source]:
    """Yield the sources in a file or below a folder."""
    with readable(path):
        if path.is_dir():
            for file in files_below(path):
                yield from sources_in(file, printable(file.relative_to(path).as_posix()))
        elif path.is_file():
            yield from sources_in(path, printable(path.name))
        else:
            raise UnreadableSourceError(f"There is no file or folder {path}.")


def printable(file_name: str) -> str:
    """Return a name that is UTF-8, as the graph wants it; the disk takes any bytes."""
    return file_name.encode("utf-8", "replace").decode()


def files_below(folder: Path) -> list[Path]:
    """Return the files of catalogue lines below a folder; a closed subfolder is an OSError."""

    def refuse(error: OSError) -> None:
        raise error

    return sorted(
        Path(parent, name)
        for parent, _, names in os.walk(folder, onerror=refuse)
        for name in names
        if name.endswith((PLAIN, PACKED, ARCHIVE)) and not name.startswith(APPLE_DOUBLE)
    )


def sources_in(file: Path, file_name: str) -> Iterator[Source]:
    """Yield a file's sources: itself, or an archive's members.

    A damaged archive is a source too, so that reading it tells of it like of any other file.
    """
    if not file.name.endswith(ARCHIVE) or not file.is_file():
        yield Source(file, file_name, None, file.stat().st_size)
        return
    try:
        with zipfile.ZipFile(file) as archive:
            entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError):
        yield Source(file, file_name, "", file.stat().st_size)
        return
    for entry in entries:
        is_ours = not Path(entry.filename).name.startswith(APPLE_DOUBLE)
        if entry.filename.endswith((PLAIN, PACKED)) and is_ours:
            # what an archive says of its members may be anything
            size = min(entry.compress_size, file.stat().st_size)
            yield Source(file, f"{file_name}/{entry.filename}", entry.filename, size)


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


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what goes wrong in reading a file into one sentence."""
    try:
        yield
    except PermissionError as error:
        raise UnreadableSourceError(
            f"{path} may not be read by you ({error.strerror}). What was read before is kept."
        ) from error
    except BROKEN as error:
        raise UnreadableSourceError(
            f"{path} cannot be read to its end ({error or type(error).__name__}). Fetch it again; "
            "what was read before is kept."
        ) from error
