"""Find prepared shards, and the file lists of releases, in folders and buckets.

A list contains the names of all files in a release. The list is written before the shards are
prepared and checked before the shards are loaded. Therefore an interrupted `narabot prepare` or an
unreadable file never withdraws records. Each selection of files has its own list, so that runs for
parts of one release do not interfere with each other.
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
    bucket_table_name,
    check_tables,
    damaged_error,
    decode_manifest,
    read_manifest,
)
from ingest.read.sources import Source
from narabot.errors import PreparedShardError

LIST_PREFIX, LIST_SUFFIX = "release-", ".json"
"""Prefix and suffix of list names."""


class ReleaseFiles(msgspec.Struct, frozen=True):
    """Files that belong to a release."""

    release: str
    file_names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the list, which depends on the files."""
        digest = hashlib.sha256(self.content).hexdigest()
        return f"{LIST_PREFIX}{self.release}-{digest[:16]}{LIST_SUFFIX}"

    @property
    def content(self) -> bytes:
        """The content of the list, as JSON."""
        return msgspec.json.encode(self)


def lists_at(place: Path | BucketPlace) -> Iterator[ReleaseFiles]:
    """Yield the file lists in a folder or at a place in a bucket. Raise PreparedShardError."""
    for name, content in contents_at(place):
        try:
            yield msgspec.json.decode(content, type=ReleaseFiles)
        except msgspec.DecodeError as error:
            raise PreparedShardError(
                f"{place}/{name} cannot be read ({error}). Delete it, and run `narabot prepare` "
                "again."
            ) from error


def contents_at(place: Path | BucketPlace) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the file lists at a place."""
    if isinstance(place, Path):
        for path in sorted(place.glob(f"{LIST_PREFIX}*{LIST_SUFFIX}")):
            yield path.name, path.read_bytes()
        return
    for name, file in place.files:
        if name.startswith(LIST_PREFIX) and name.endswith(LIST_SUFFIX) and "/" not in name:
            yield name, place.bucket.content(file)


def release_file_names(places: Sequence[Path | BucketPlace], release: str) -> set[str]:
    """Return the names of all files in a release, from the lists at the specified places."""
    return {
        name
        for place in places
        for files in lists_at(place)
        if files.release == release
        for name in files.file_names
    }


def check_complete(
    places: Sequence[Path | BucketPlace], release: str, wanted: Set[str], prepared: Iterable[str]
) -> None:
    """Raise PreparedShardError unless all wanted files in a release have been prepared."""
    where = ", ".join(map(str, places))
    if not wanted:
        raise PreparedShardError(
            f"{where} has no file list for release {release}. Specify the complete output folder "
            "or bucket (--to) of `narabot prepare --release`."
        )
    missing = sorted(wanted - set(prepared))
    if missing:
        raise PreparedShardError(
            f"{len(missing):,} of {len(wanted):,} files in release {release} are not prepared in "
            f"{where}, such as {missing[0]}. Run `narabot prepare` again until all are prepared. "
            "If that file does not belong to the release, first delete "
            f"{LIST_PREFIX}{release}-…{LIST_SUFFIX} there."
        )


MANIFEST_THREADS = 16
"""Number of manifests to read from a bucket at the same time."""


@dataclass(frozen=True, slots=True)
class PreparedShard:
    """A prepared shard and its place."""

    place: Path | BucketPlace
    manifest: Manifest

    @property
    def source(self) -> Source:
        """The shard as a source for ingest."""
        return Source(Path(str(self.place)), self.manifest.file_name, None, self.manifest.size)

    @contextmanager
    def tables(self, spool: Path) -> Iterator[Path]:
        """Yield a local folder with the verified tables.

        Tables in a bucket are downloaded to the spool folder and deleted afterward. Raise
        PreparedShardError and the errors that `fetch` raises.
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
        """Return the files of the tables in a bucket.

        Raise PreparedShardError if a file is missing.
        """
        there = dict(place.files)
        names = {
            name: bucket_table_name(name, table) for name, table in self.manifest.tables.items()
        }
        gone = [name for name in names.values() if name not in there]
        if gone:
            raise damaged_error(place, f"{gone[0]} is missing")
        return {name: there[stored] for name, stored in names.items()}


def find_prepared(places: Sequence[Path | BucketPlace]) -> list[PreparedShard]:
    """Return the prepared shards at or below the specified places, in a stable order.

    Raise PreparedShardError if there are no shards, if a shard is damaged, or if two shards come
    from the same file. For a bucket, also raise BucketError and BucketUnavailableError.
    """
    found: dict[str, PreparedShard] = {}
    for place in places:
        here = list(
            shards_in_bucket(place) if isinstance(place, BucketPlace) else shards_in_folder(place)
        )
        if not here:
            raise PreparedShardError(f"{place} contains no finished output of `narabot prepare`.")
        for shard in here:
            other = found.setdefault(shard.manifest.file_name, shard)
            if other.place != shard.place:
                raise PreparedShardError(
                    f"{other.place} and {shard.place} were both prepared from "
                    f"{shard.manifest.file_name}. Load only one of them."
                )
    return list(found.values())


def check_rebuildable(shards: Iterable[PreparedShard], spool: Path) -> None:
    """Raise PreparedShardError unless the shards are complete enough to fill an empty graph."""
    for shard in shards:
        if shard.manifest.rows("noted"):
            raise PreparedShardError(
                f"{shard.place} skips records that were already loaded when it was prepared, so it "
                "cannot fill an empty graph. Load it without --rebuild, or prepare it again "
                "without --skip-loaded."
            )
        with shard.tables(spool):
            pass


def shards_in_folder(path: Path) -> Iterator[PreparedShard]:
    """Yield the prepared shards at or below a folder, in order."""
    if not path.is_dir():
        raise PreparedShardError(f"{path} is not a folder.")
    for folder in prepared_folders(path):
        manifest = read_manifest(folder)
        if manifest is None:
            raise damaged_error(folder, f"{MANIFEST} is missing")
        yield PreparedShard(folder, manifest)


def prepared_folders(path: Path) -> Iterator[Path]:
    """Yield the folders of prepared shards at or below a path, in order."""
    if path.name.endswith(SUFFIX):
        yield path
        return

    def refuse(error: OSError) -> None:
        raise PreparedShardError(f"{error.filename} cannot be read ({error.strerror}).") from error

    for parent, folders, _ in os.walk(path, onerror=refuse):
        folders.sort()
        for name in [name for name in folders if name.endswith(SUFFIX)]:
            yield Path(parent, name)
        folders[:] = [one for one in folders if not one.endswith(SUFFIX) and one[0] != "."]


def shards_in_bucket(place: BucketPlace) -> Iterator[PreparedShard]:
    """Yield the prepared shards at or below a place in a bucket, in order."""
    files = [file for _, file in place.files if file.key.endswith(f"{SUFFIX}/{MANIFEST}")]

    def shard(file: StoredFile) -> PreparedShard:
        own = BucketPlace(place.bucket, file.key.removesuffix(f"/{MANIFEST}"))
        return PreparedShard(own, decode_manifest(place.bucket.content(file), own))

    with ThreadPoolExecutor(MANIFEST_THREADS) as pool:
        yield from pool.map(shard, files)
