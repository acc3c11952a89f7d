"""Find prepared shards and the lists of a release's files, below folders and in buckets.

A list says which files a release has: it is written before its shards, and compared before they are
loaded, so that a run of `narabot prepare` that was stopped, or a file that could not be read,
withdraws nothing. Each choice of files has a list of its own: runs that prepare parts of one
release, at once or one after another, do not disturb each other.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ingest.bucket import BucketPlace, StoredFile, fetch
from ingest.prepared.manifest import (
    MANIFEST,
    SUFFIX,
    Manifest,
    check_tables,
    damaged,
    decoded,
    read_manifest,
    stored_table,
)
from ingest.read.sources import Source
from narabot.errors import UnpreparedError

BEGINNING, ENDING = "release-", ".json"
"""How the names of the lists begin and end."""


class ReleaseFiles(msgspec.Struct, frozen=True):
    """Files that belong to a release."""

    release: str
    file_names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the list: another for other files."""
        digest = hashlib.sha256(self.content).hexdigest()
        return f"{BEGINNING}{self.release}-{digest[:16]}{ENDING}"

    @property
    def content(self) -> bytes:
        """What stands in the list."""
        return msgspec.json.encode(self)


def lists_at(place: Path | BucketPlace) -> Iterator[ReleaseFiles]:
    """Yield the lists in a folder or at a place of a bucket. Raises UnpreparedError."""
    for name, content in contents_at(place):
        try:
            yield msgspec.json.decode(content, type=ReleaseFiles)
        except msgspec.DecodeError as error:
            raise UnpreparedError(
                f"{place}/{name} cannot be read ({error}). Delete it, and run `narabot prepare` "
                "again."
            ) from error


def contents_at(place: Path | BucketPlace) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the lists."""
    if isinstance(place, Path):
        for path in sorted(place.glob(f"{BEGINNING}*{ENDING}")):
            yield path.name, path.read_bytes()
        return
    for name, file in place.files:
        if name.startswith(BEGINNING) and name.endswith(ENDING) and "/" not in name:
            yield name, place.bucket.content(file)


def files_of(places: Sequence[Path | BucketPlace], release: str) -> set[str]:
    """Return the names of all files of a release, as far as it was prepared in some places."""
    return {
        name
        for place in places
        for files in lists_at(place)
        if files.release == release
        for name in files.file_names
    }


def check_whole(
    places: Sequence[Path | BucketPlace], release: str, wanted: Set[str], prepared: Iterable[str]
) -> None:
    """Raise UnpreparedError unless all files of a release, the wanted ones, were prepared."""
    where = ", ".join(map(str, places))
    if not wanted:
        raise UnpreparedError(
            f"{where} does not say which files release {release} has. Give the whole place that "
            "`narabot prepare --release` has filled (its --to)."
        )
    missing = sorted(wanted - set(prepared))
    if missing:
        raise UnpreparedError(
            f"{len(missing):,} of {len(wanted):,} files of release {release} are not prepared in "
            f"{where}, such as {missing[0]}. Run `narabot prepare` again until all are; if that "
            f"file does not belong to the release, delete {BEGINNING}{release}-…{ENDING} there "
            "before."
        )


MANIFESTS_AT_ONCE = 16
"""Read from a bucket; each takes one answer of the store."""


@dataclass(frozen=True, slots=True)
class PreparedShard:
    """A prepared shard, and where it is."""

    place: Path | BucketPlace
    manifest: Manifest

    @property
    def source(self) -> Source:
        """The shard as ingest knows files."""
        return Source(Path(str(self.place)), self.manifest.file_name, None, self.manifest.size)

    @contextmanager
    def tables(self, spool: Path) -> Iterator[Path]:
        """Yield a folder here with the tables, which are what was written.

        Those of a bucket are fetched to below the spool, and deleted then. Raises
        UnpreparedError, and what `fetch` raises.
        """
        if isinstance(self.place, Path):
            check_tables(self.place, self.manifest, self.place)
            yield self.place
            return
        folder = spool / hashlib.sha256(str(self.place).encode()).hexdigest()[:32]
        try:
            for name, file in self.table_files(self.place).items():
                fetch(self.place.bucket, file, folder / f"{name}.parquet")
            check_tables(folder, self.manifest, self.place)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def table_files(self, place: BucketPlace) -> dict[str, StoredFile]:
        """Return the files of the tables in a bucket. Raises UnpreparedError where one is gone."""
        there = dict(place.files)
        names = {name: stored_table(name, table) for name, table in self.manifest.tables.items()}
        gone = [name for name in names.values() if name not in there]
        if gone:
            raise damaged(place, f"it has no {gone[0]}")
        return {name: there[stored] for name, stored in names.items()}


def find_prepared(places: Sequence[Path | BucketPlace]) -> list[PreparedShard]:
    """Return the prepared shards in and below some places, in a stable order.

    Raises UnpreparedError where there is none, for one that is damaged, and where two are of one
    file; for a bucket also BucketError and BucketUnavailableError.
    """
    found: dict[str, PreparedShard] = {}
    for place in places:
        here = list(in_bucket(place) if isinstance(place, BucketPlace) else in_folder(place))
        if not here:
            raise UnpreparedError(f"{place} holds nothing that `narabot prepare` has finished.")
        for shard in here:
            other = found.setdefault(shard.manifest.file_name, shard)
            if other.place != shard.place:
                raise UnpreparedError(
                    f"{other.place} and {shard.place} are both of {shard.manifest.file_name}. "
                    "Load one of them."
                )
    return list(found.values())


def check_all(shards: Iterable[PreparedShard], spool: Path) -> None:
    """Raise UnpreparedError unless a graph that is emptied can be filled from some shards."""
    for shard in shards:
        if shard.manifest.rows("noted"):
            raise UnpreparedError(
                f"{shard.place} leaves out records that the graph had when it was prepared, so the "
                "graph cannot be emptied first. Load it without --rebuild, or prepare it again "
                "without --known."
            )
        with shard.tables(spool):
            pass


def in_folder(path: Path) -> Iterator[PreparedShard]:
    """Yield the prepared shards at or below a folder, in order."""
    if not path.is_dir():
        raise UnpreparedError(f"There is no folder {path}.")
    for folder in prepared_below(path):
        manifest = read_manifest(folder)
        if manifest is None:
            raise damaged(folder, f"it has no {MANIFEST}")
        yield PreparedShard(folder, manifest)


def prepared_below(path: Path) -> Iterator[Path]:
    """Yield the folders of prepared shards at or below a path, in order."""
    if path.name.endswith(SUFFIX):
        yield path
        return

    def refuse(error: OSError) -> None:
        raise UnpreparedError(f"{error.filename} cannot be read ({error.strerror}).") from error

    for parent, folders, _ in os.walk(path, onerror=refuse):
        folders.sort()
        for name in [name for name in folders if name.endswith(SUFFIX)]:
            yield Path(parent, name)
        folders[:] = [one for one in folders if not one.endswith(SUFFIX) and one[0] != "."]


def in_bucket(place: BucketPlace) -> Iterator[PreparedShard]:
    """Yield the prepared shards at or below a place of a bucket, in order."""
    files = [file for _, file in place.files if file.key.endswith(f"{SUFFIX}/{MANIFEST}")]

    def shard(file: StoredFile) -> PreparedShard:
        own = BucketPlace(place.bucket, file.key.removesuffix(f"/{MANIFEST}"))
        return PreparedShard(own, decoded(place.bucket.content(file), own))

    with ThreadPoolExecutor(MANIFESTS_AT_ONCE) as pool:
        yield from pool.map(shard, files)
