"""What a download has to fetch: a choice of what NARA's bucket holds, and what of it is there.

The bucket's names are in `shared/design/data-model.md`.
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
"""How a collection's folder begins."""

AUTHORITIES = "authority-records/"
DESCRIPTIONS = "descriptions/"

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9 &'()+,._-]*")
"""A collection's identifier, such as FDR-FDRMSF; nothing that could lead out of its folder."""

LEDGER = ".narabot-download.jsonl"
"""In the folder: a line for each file that was fetched whole, with the ETag that it had."""

KNOWN_BY = 12
"""Characters of the ETag in the name of a file that is not whole yet."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """A choice of what the bucket holds."""

    record_groups: Sequence[int] = ()
    collections: Sequence[str] = ()
    has_authorities: bool = False
    is_everything: bool = False

    def __post_init__(self) -> None:
        """Raise SettingsError for a collection that cannot be one."""
        for name in self.collections:
            if not IDENTIFIER.fullmatch(name):
                raise SettingsError(
                    f"{name!r} is no collection's identifier; they look like FDR-FDRMSF."
                )

    @property
    def prefixes(self) -> list[tuple[str, str]]:
        """How the names of the chosen files begin, each once, and in what words it is told."""
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
    """Return the name of a file that is not whole yet: hidden, and of its content."""
    return to.with_name(f".{to.name}.{file.etag[:KNOWN_BY]}.part")


@dataclass(frozen=True, slots=True)
class Share:
    """What the bucket holds of one part of a choice."""

    prefix: str
    """How the names of its files begin."""
    name: str
    files: tuple[StoredFile, ...]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a download is to fetch, and what of it is there."""

    folder: Path
    shares: tuple[Share, ...]
    wanted: tuple[StoredFile, ...]
    """Those that are not there, or have changed."""
    part_bytes: int
    """Of the wanted ones, that an earlier run has fetched."""
    gone: tuple[Path, ...]
    """Files that were downloaded once and that the bucket has no more."""

    @property
    def missing_bytes(self) -> int:
        """How much is still to be fetched."""
        return sum(file.size for file in self.wanted) - self.part_bytes


class Entry(msgspec.Struct):
    """A line of the ledger."""

    key: str
    etag: str
    size: int


def plan_download(bucket: Bucket, holdings: Holdings, folder: Path) -> Plan:
    """Return what a download of a choice has to do; fetches nothing.

    Raises BucketError for a choice of which the bucket holds nothing, BucketUnavailableError.
    """
    shares = tuple(
        Share(prefix, name, tuple(bucket.files(prefix))) for prefix, name in holdings.prefixes
    )
    for share in shares:
        if not share.files:
            others = others_like(bucket, share.prefix)
            raise BucketError(f"s3://{bucket.name} holds nothing of {share.name}.{others}")
    files = {file.key: file for share in shares for file in share.files}
    known = read_ledger(folder)
    wanted = tuple(
        file for file in files.values() if not is_there(local_path(folder, file), file, known)
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
    """Return where a file goes. Raises BucketError for a name that leads out of the folder."""
    parts = PurePosixPath(file.key).parts
    if ".." in parts or file.key.startswith("/") or "\\" in file.key or "\0" in file.key:
        raise BucketError(f"{file.key!r} in the bucket is no name for a file here.")
    return folder.joinpath(*parts)


def others_like(bucket: Bucket, prefix: str) -> str:
    """Return a question that names collections like one that is not there; nothing if none is."""
    if not prefix.startswith(COLLECTIONS):
        return ""
    wanted = prefix.removeprefix(COLLECTIONS + COLLECTION).rstrip("/")
    names = [folder.removeprefix(COLLECTION) for folder in bucket.folders(COLLECTIONS)]
    folded = {name.casefold(): name for name in names}
    close = [folded[name] for name in get_close_matches(wanted.casefold(), folded)]
    return f" Did you mean {' or '.join(close)}?" if close else ""


def is_there(path: Path, file: StoredFile, known: dict[str, Entry]) -> bool:
    """Return whether a file was fetched as it now is."""
    entry = known.get(file.key)
    return (
        entry is not None
        and entry.etag == file.etag
        and path.is_file()
        and path.stat().st_size == file.size
    )


def part_size(path: Path, file: StoredFile) -> int:
    """Return how many bytes of a file an earlier run has fetched."""
    part = part_path(path, file)
    return part.stat().st_size if part.is_file() else 0


def read_ledger(folder: Path) -> dict[str, Entry]:
    """Return what was fetched into a folder, by its name in the bucket."""
    path = folder / LEDGER
    if not path.is_file():
        return {}
    with writable(folder):
        entries = list(whole_entries(path.read_bytes().splitlines()))
    return {entry.key: entry for entry in entries}


def whole_entries(lines: Sequence[bytes]) -> Iterator[Entry]:
    """Yield what lines of the ledger say; the last may have been broken off."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Entry)
        except msgspec.DecodeError:
            continue


def refuse_without_room(plan: Plan) -> None:
    """Raise DataFolderError unless the disk has room for what is to be fetched."""
    with writable(plan.folder):
        plan.folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(plan.folder).free
    if plan.missing_bytes > free:
        raise DataFolderError(
            f"{plan.folder} has room for {free / 1e9:,.1f} GB, and {plan.missing_bytes / 1e9:,.1f} "
            "GB are to be fetched. Give another folder, or choose less."
        )
