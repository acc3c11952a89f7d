"""Plan a download: select files in NARA's bucket, and find the files already downloaded.

`shared/design/data-model.md` describes the file names in the bucket.
"""

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

import msgspec

from ingest.bucket.store import Bucket, StoredFile
from ingest.disk import writable
from narabot.errors import BucketError, DataFolderError, SettingsError

RECORD_GROUPS = "descriptions/record-groups/"
COLLECTIONS = "descriptions/collections/"
COLLECTION = "coll_"
"""Prefix of the names of collection folders."""

AUTHORITIES = "authority-records/"
DESCRIPTIONS = "descriptions/"

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9 &'()+,._-]*")
"""Matches a collection identifier, such as FDR-FDRMSF. Path separators do not match."""

LEDGER = ".narabot-download.jsonl"
"""Name of the ledger in the download folder. Each line describes one downloaded file."""

ETAG_PREFIX_CHARS = 12
"""Number of ETag characters in the name of a partial file."""


@dataclass(frozen=True, slots=True)
class DownloadSelection:
    """The parts of the bucket to download."""

    record_groups: Sequence[int] = ()
    collections: Sequence[str] = ()
    has_authorities: bool = False
    is_everything: bool = False

    def __post_init__(self) -> None:
        """Raise SettingsError for an invalid collection identifier."""
        for name in self.collections:
            if not IDENTIFIER.fullmatch(name):
                raise SettingsError(
                    f"{name!r} is not a collection identifier. A valid example is FDR-FDRMSF."
                )

    @property
    def prefixes(self) -> list[tuple[str, str]]:
        """The key prefix and display name of each selected part, without duplicates."""
        return list(dict.fromkeys(self._named()))

    def _named(self) -> Iterator[tuple[str, str]]:
        if self.is_everything:
            yield DESCRIPTIONS, "descriptions"
            yield AUTHORITIES, "authorities"
            return
        for number in self.record_groups:
            yield f"{RECORD_GROUPS}rg_{number}/", f"record group {number}"
        for name in self.collections:
            yield f"{COLLECTIONS}{COLLECTION}{name}/", f"collection {name}"
        if self.has_authorities:
            yield AUTHORITIES, "authorities"


def part_path(to: Path, file: StoredFile) -> Path:
    """Return the path of a partial file. The file is hidden, and its name depends on the ETag."""
    return to.with_name(f".{to.name}.{file.etag[:ETAG_PREFIX_CHARS]}.part")


@dataclass(frozen=True, slots=True)
class SelectionPart:
    """One part of a selection, with its files in the bucket."""

    prefix: str
    """Prefix of the files' keys."""
    name: str
    files: tuple[StoredFile, ...]

    @property
    def size(self) -> int:
        """Total size in bytes."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Plan:
    """The files to download, and the state of earlier downloads."""

    folder: Path
    shares: tuple[SelectionPart, ...]
    wanted: tuple[StoredFile, ...]
    """Files that are missing locally or have changed."""
    part_bytes: int
    """Number of bytes that earlier runs downloaded for the wanted files."""
    gone: tuple[Path, ...]
    """Local files that the bucket no longer contains."""

    @property
    def missing_bytes(self) -> int:
        """Number of bytes that remain to be downloaded."""
        return sum(file.size for file in self.wanted) - self.part_bytes


class LedgerEntry(msgspec.Struct):
    """One line of the ledger."""

    key: str
    etag: str
    size: int


def plan_download(bucket: Bucket, holdings: DownloadSelection, folder: Path) -> Plan:
    """Return the plan for a selection, without downloading anything.

    Raise BucketUnavailableError, or BucketError if the bucket has no files for a part of the
    selection.
    """
    shares = tuple(
        SelectionPart(prefix, name, tuple(bucket.files(prefix)))
        for prefix, name in holdings.prefixes
    )
    for share in shares:
        if not share.files:
            others = suggest_collections(bucket, share.prefix)
            raise BucketError(f"s3://{bucket.name} contains no files for {share.name}.{others}")
    files = {file.key: file for share in shares for file in share.files}
    known = read_ledger(folder)
    wanted = tuple(
        file for file in files.values() if not is_downloaded(local_path(folder, file), file, known)
    )
    prefixes = tuple(share.prefix for share in shares)
    gone = [folder / key for key in known if key.startswith(prefixes) and key not in files]
    return Plan(
        folder,
        shares,
        wanted,
        sum(part_size(local_path(folder, file), file) for file in wanted),
        tuple(path for path in gone if path.is_file()),
    )


def local_path(folder: Path, file: StoredFile) -> Path:
    """Return the local path of a file. Raise BucketError for a key outside the folder."""
    parts = PurePosixPath(file.key).parts
    if ".." in parts or file.key.startswith("/") or "\\" in file.key or "\0" in file.key:
        raise BucketError(f"{file.key!r} in the bucket is not a valid local file name.")
    return folder.joinpath(*parts)


def suggest_collections(bucket: Bucket, prefix: str) -> str:
    """Return a question that suggests similar collection identifiers, or "" if there are none."""
    if not prefix.startswith(COLLECTIONS):
        return ""
    wanted = prefix.removeprefix(COLLECTIONS + COLLECTION).rstrip("/")
    names = [folder.removeprefix(COLLECTION) for folder in bucket.folders(COLLECTIONS)]
    folded = {name.casefold(): name for name in names}
    close = [folded[name] for name in get_close_matches(wanted.casefold(), folded)]
    return f" Did you mean {' or '.join(close)}?" if close else ""


def is_downloaded(path: Path, file: StoredFile, known: dict[str, LedgerEntry]) -> bool:
    """Return whether the current version of a file has been downloaded."""
    entry = known.get(file.key)
    return (
        entry is not None
        and entry.etag == file.etag
        and path.is_file()
        and path.stat().st_size == file.size
    )


def part_size(path: Path, file: StoredFile) -> int:
    """Return how many bytes of a file an earlier run downloaded."""
    part = part_path(path, file)
    return part.stat().st_size if part.is_file() else 0


def read_ledger(folder: Path) -> dict[str, LedgerEntry]:
    """Return the entries in a folder's ledger, keyed by bucket key."""
    path = folder / LEDGER
    if not path.is_file():
        return {}
    with writable(folder):
        entries = list(ledger_entries(path.read_bytes().splitlines()))
    return {entry.key: entry for entry in entries}


def ledger_entries(lines: Sequence[bytes]) -> Iterator[LedgerEntry]:
    """Yield the entries in the ledger. Skip invalid lines: the last line may be incomplete."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=LedgerEntry)
        except msgspec.DecodeError:
            continue


def check_disk_space(plan: Plan) -> None:
    """Raise DataFolderError unless the disk has enough free space for a plan."""
    with writable(plan.folder):
        plan.folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(plan.folder).free
    if plan.missing_bytes > free:
        raise DataFolderError(
            f"{plan.folder} has {free / 1e9:,.1f} GB of free space, but the download needs "
            f"{plan.missing_bytes / 1e9:,.1f} GB. Choose another folder or fewer files."
        )
