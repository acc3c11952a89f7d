"""Find NARA's export files in folders, archives, and buckets.

The file names end in `.jsonl`, `.jsonl.gz`, or `.zip`. This module reads no file content except an
archive's table of contents.
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

MAX_NAME_BYTES = 6000
"""Maximum length of a file name, in bytes. Neo4j's indexes accept 8,000 bytes.

File systems do not allow such long names, but archives do.
"""

PLAIN, GZIPPED, ARCHIVE = ".jsonl", ".jsonl.gz", ".zip"
APPLE_DOUBLE = "._"
"""Prefix of the metadata files that macOS creates next to other files and in archives."""

READ_ERRORS = (
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    UnicodeDecodeError,  # an undecodable member name
    RuntimeError,  # an encrypted member or an unknown compression method
)
"""Exceptions that Python raises for damaged files and unsupported archives."""


GROUP_BYTES = 2_000_000
"""Maximum total size of the files that are read together, in bytes on disk."""


ReportSkipped = Callable[[str], object]
"""A callback that receives a message about each skipped file or folder."""


def ignore_skipped(_: str) -> None:
    """Report nothing about skipped files."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file in the export, either on its own or inside an archive."""

    path: Path
    file_name: str
    """The path relative to the specified folder. This path identifies the file in the graph."""
    member: str | None
    """The file's name inside a `.zip`."""
    size: int
    """Number of bytes to read from disk."""
    remote: tuple[Bucket, StoredFile] | None = None
    """The bucket and file to download, if the file is not local. See `ingest.read.lines`."""


def find_sources(
    paths: Sequence[Path | BucketPlace], report_skipped: ReportSkipped = ignore_skipped
) -> list[Source]:
    """Return the files at or below the specified local or bucket paths, in a stable order.

    Raise UnreadableSourceError if a path is missing or contains no export, or if two files would
    have the same name in the graph.
    """
    sources: list[Source] = []
    for path in paths:
        if isinstance(path, BucketPlace):
            found = list(bucket_sources(path))
        else:
            found = list(sources_at(path, report_skipped))
        if not found:
            raise UnreadableSourceError(
                f"{path} contains no {PLAIN}, {GZIPPED}, or {ARCHIVE} files. Specify NARA's shards "
                "or a folder that contains them."
            )
        sources += found
    return unique_sources(sources)


def group_sources(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """Yield groups of sources in order. Small sources share a group, but large sources do not."""
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


def unique_sources(sources: Iterable[Source]) -> list[Source]:
    """Return the sources without duplicates.

    Raise UnreadableSourceError if two files would have the same name in the graph, or if a name is
    too long.
    """
    known: dict[str, Source] = {}
    for source in sources:
        other = known.setdefault(source.file_name, source)
        if other.path != source.path:
            raise UnreadableSourceError(
                f"{other.path} and {source.path} would both be named {source.file_name}. Specify "
                "a folder that contains both."
            )
        if len(source.file_name.encode()) > MAX_NAME_BYTES:
            raise UnreadableSourceError(
                f"{source.path} contains a file whose name is longer than {MAX_NAME_BYTES:,} "
                "bytes. Rename the file."
            )
    return list(known.values())


def sources_at(path: Path, report_skipped: ReportSkipped) -> Iterator[Source]:
    """Yield the sources in a file or a folder."""
    with readable(path):
        if path.is_dir():
            for file in files_below(path, report_skipped):
                yield from sources_in(file, utf8_name(file.relative_to(path).as_posix()))
        elif path.is_file():
            yield from sources_in(path, utf8_name(path.name))
        else:
            raise UnreadableSourceError(f"{path} does not exist.")


def bucket_sources(place: BucketPlace) -> Iterator[Source]:
    """Yield the sources at a place in a bucket. Raise UnreadableSourceError for an archive."""
    for name, file in place.files:
        if is_apple_double(name):
            continue
        if name.endswith(ARCHIVE):
            raise UnreadableSourceError(
                f"s3://{place.bucket.name}/{file.key} is an archive. narabot cannot read archives "
                "in a bucket. Download the file and specify its local path."
            )
        if name.endswith((PLAIN, GZIPPED)):
            address = Path(f"{place.bucket.name}/{file.key}")
            yield Source(address, name, None, file.size, (place.bucket, file))


def is_apple_double(name: str) -> bool:
    """Return whether macOS created a file as metadata for another file."""
    return name.rpartition("/")[2].startswith(APPLE_DOUBLE)


def utf8_name(file_name: str) -> str:
    """Return a file name as valid UTF-8, which Neo4j requires. File systems accept any bytes."""
    return file_name.encode("utf-8", "replace").decode()


def files_below(folder: Path, report_skipped: ReportSkipped) -> list[Path]:
    """Return an export's files below a folder, without duplicates or files outside the folder.

    A link's target is listed under its own name if that name has an export file's extension.
    Otherwise, the target is listed under the first link's name. Raise OSError for a subfolder that
    cannot be opened.
    """
    found: dict[str, Path] = {}
    for file in sorted(
        candidate_files(folder, report_skipped), key=lambda file: (file.is_symlink(), file)
    ):
        fault = skip_reason(file, folder)
        if fault is None:
            found.setdefault(os.path.realpath(file), file)
        else:
            report_skipped(f"skipping {file}: it {fault}")
    return sorted(found.values())


def candidate_files(folder: Path, report_skipped: ReportSkipped) -> Iterator[Path]:
    """Yield the files below a folder whose names have an export file's extension."""

    def refuse(error: OSError) -> None:
        raise error

    for parent, folders, names in os.walk(folder, onerror=refuse):
        for name in folders:
            below = Path(parent, name)
            if below.is_symlink() and is_outside(below, folder):
                report_skipped(f"skipping {below}: it links to a place outside {folder}")
        for name in names:
            if name.endswith((PLAIN, GZIPPED, ARCHIVE)) and not is_apple_double(name):
                yield Path(parent, name)


def skip_reason(file: Path, folder: Path) -> str | None:
    """Return why a file below a folder is skipped, or `None` if it is not skipped."""
    if file.is_symlink() and not file.exists():
        return "is a broken link"
    if is_outside(file, folder):
        return f"links to a place outside {folder}"
    return None if file.is_file() else "is not a regular file"


def is_outside(path: Path, folder: Path) -> bool:
    """Return whether a path below a folder links to a place outside the folder."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def sources_in(file: Path, file_name: str) -> Iterator[Source]:
    """Yield a file's sources: the file itself, or the members of an archive.

    A damaged archive is also a source, so that reading it reports the damage.
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
        if name.endswith((PLAIN, GZIPPED)) and not is_apple_double(name):
            # an archive may list wrong sizes for its members
            size = min(entry.compress_size, file.stat().st_size)
            yield Source(file, f"{file_name}/{name}", name, size)


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Convert errors while reading a file into an UnreadableSourceError."""
    try:
        yield
    except PermissionError as error:
        raise UnreadableSourceError(
            f"You do not have permission to read {path} ({error.strerror}). Records that were "
            "loaded earlier are kept."
        ) from error
    except READ_ERRORS as error:
        raise UnreadableSourceError(
            f"{path} cannot be read to its end ({error or type(error).__name__}). Download it "
            "again. Records that were loaded earlier are kept."
        ) from error
