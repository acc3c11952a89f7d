"""Find the files of NARA's export: in folders, in archives; `.jsonl`, `.jsonl.gz`, `.zip`.

Reads nothing of them but an archive's table of contents.
"""

import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ingest.bucket import Bucket, BucketPlace, StoredFile
from narabot.errors import UnreadableSourceError

LONGEST_NAME = 6000
"""Bytes; Neo4j's indexes take 8,000. No disk has such names, but an archive may."""

PLAIN, PACKED, ARCHIVE = ".jsonl", ".jsonl.gz", ".zip"
APPLE_DOUBLE = "._"
"""How the files begin that macOS puts beside others, and into archives."""

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


GROUP_BYTES = 2_000_000
"""On disk, of the files that are read together."""


LeftOut = Callable[[str], object]
"""Is told of each file or folder below a given one that is not read, and why."""


def untold(_: str) -> None:
    """Say nothing of what is left out."""


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
    remote: tuple[Bucket, StoredFile] | None = None
    """Where it is to be fetched from, if it is not here; see `ingest.read.lines`."""


def find_sources(paths: Sequence[Path | BucketPlace], left_out: LeftOut = untold) -> list[Source]:
    """Return the files in and under some paths, here or in a bucket, in a stable order.

    Raises UnreadableSourceError when a path is missing or holds no catalogue lines, and when two
    files would be known by one name.
    """
    sources: list[Source] = []
    for path in paths:
        if isinstance(path, BucketPlace):
            found = list(bucket_sources(path))
        else:
            found = list(sources_at(path, left_out))
        if not found:
            raise UnreadableSourceError(
                f"{path} holds no {PLAIN}, {PACKED} or {ARCHIVE} file. Give NARA's shards or the "
                "folder that holds them."
            )
        sources += found
    return without_twins(sources)


def in_groups(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """Yield sources in their order, small ones together, a large one by itself."""
    group: list[Source] = []
    size = 0
    for source in sources:
        if group and size + source.size > GROUP_BYTES:
            yield group
            group, size = [], 0
        group.append(source)
        size += source.size
    if group:
        yield group


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


def sources_at(path: Path, left_out: LeftOut) -> Iterator[Source]:
    """Yield the sources in a file or below a folder."""
    with readable(path):
        if path.is_dir():
            for file in files_below(path, left_out):
                yield from sources_in(file, printable(file.relative_to(path).as_posix()))
        elif path.is_file():
            yield from sources_in(path, printable(path.name))
        else:
            raise UnreadableSourceError(f"There is no file or folder {path}.")


def bucket_sources(place: BucketPlace) -> Iterator[Source]:
    """Yield the sources at a place of a bucket. Raises UnreadableSourceError for an archive."""
    for name, file in place.files:
        if is_apple_double(name):
            continue
        if name.endswith(ARCHIVE):
            raise UnreadableSourceError(
                f"s3://{place.bucket.name}/{file.key} is an archive, which is not read in a "
                "bucket. Download it, and give the file here."
            )
        if name.endswith((PLAIN, PACKED)):
            address = Path(f"{place.bucket.name}/{file.key}")
            yield Source(address, name, None, file.size, (place.bucket, file))


def is_apple_double(name: str) -> bool:
    """Return whether a file, by its path, is one that macOS has put beside another."""
    return name.rpartition("/")[2].startswith(APPLE_DOUBLE)


def printable(file_name: str) -> str:
    """Return a name that is UTF-8, as the graph wants it; the disk takes any bytes."""
    return file_name.encode("utf-8", "replace").decode()


def files_below(folder: Path, left_out: LeftOut) -> list[Path]:
    """Return the files of catalogue lines below a folder, each once; none that is outside of it.

    A file that links lead to is known by its own name if that is one of catalogue lines, else by
    that of the first link. A closed subfolder is an OSError.
    """
    found: dict[str, Path] = {}
    for file in sorted(named_below(folder, left_out), key=lambda file: (file.is_symlink(), file)):
        fault = fault_of(file, folder)
        if fault is None:
            found.setdefault(os.path.realpath(file), file)
        else:
            left_out(f"{file} is left out: it {fault}")
    return sorted(found.values())


def named_below(folder: Path, left_out: LeftOut) -> Iterator[Path]:
    """Yield what is named as a file of catalogue lines below a folder."""

    def refuse(error: OSError) -> None:
        raise error

    for parent, folders, names in os.walk(folder, onerror=refuse):
        for name in folders:
            below = Path(parent, name)
            if below.is_symlink() and leads_out(below, folder):
                left_out(f"{below} is left out: it is a link out of {folder}")
        for name in names:
            if name.endswith((PLAIN, PACKED, ARCHIVE)) and not is_apple_double(name):
                yield Path(parent, name)


def fault_of(file: Path, folder: Path) -> str | None:
    """Return why something below a folder is not read, `None` for what is."""
    if file.is_symlink() and not file.exists():
        return "is a link that leads nowhere"
    if leads_out(file, folder):
        return f"is a link out of {folder}"
    return None if file.is_file() else "is no file"


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether a path below a folder is a link to somewhere else."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


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
        name = entry.filename
        if name.endswith((PLAIN, PACKED)) and not is_apple_double(name):
            # what an archive says of its members may be anything
            size = min(entry.compress_size, file.stat().st_size)
            yield Source(file, f"{file_name}/{name}", name, size)


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
