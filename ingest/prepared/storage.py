"""Store prepared shards in a folder or a bucket. Each shard is stored completely or not at all."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Protocol

from ingest.bucket import BucketPlace
from ingest.disk import locked_folder, writable
from ingest.prepared.manifest import (
    MANIFEST,
    Manifest,
    bucket_table_name,
    bucket_table_names,
    decode_manifest,
    encode_manifest,
    folder_name,
    read_manifest,
)
from ingest.prepared.shard_writer import UNFINISHED, publish, replace_file, unfinished_folder
from ingest.prepared.shards import ReleaseFiles
from narabot.errors import PreparedShardError

LOCK = ".narabot-prepare.lock"
MARKER = ".narabot-prepare.at-work"
"""Name of a file that exists while a run uses the folder. The lock file remains after a run."""


class ShardStorage(Protocol):
    """Stores the shards that a run prepares."""

    def held(self) -> AbstractContextManager[None]:
        """Lock the storage for one run. Raise DataFolderError while another run holds the lock."""

    def is_visible(self) -> bool:
        """Return whether this machine can access the storage that the run has locked."""

    def write_file_list(self, files: ReleaseFiles) -> None:
        """Write the list of a release's files before they are prepared."""

    def manifest(self, file_name: str) -> Manifest | None:
        """Return the manifest of a shard, or `None` if there is no complete shard."""

    def draft(self) -> AbstractContextManager[Path]:
        """Yield an empty folder in which to write a shard."""

    def put(self, draft: Path, manifest: Manifest) -> None:
        """Store a complete shard, and replace an earlier version.

        A reader sees the new version, the earlier version, or no shard, but never a mixture.
        """

    def replace_manifest(self, manifest: Manifest) -> bool:
        """Replace a shard's manifest, and return whether the shard's tables still exist."""


@dataclass(frozen=True, slots=True)
class FolderStorage:
    """A folder with one subfolder for each shard."""

    folder: Path
    """Absolute path, because other machines have different working directories."""

    def __str__(self) -> str:
        return str(self.folder)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the folder for one run, and delete unfinished folders from killed runs."""
        with locked_folder(self.folder, LOCK, "`narabot prepare`"):
            for left in self.folder.glob(f"{UNFINISHED}*"):
                shutil.rmtree(left, ignore_errors=True)
            with writable(self.folder):
                (self.folder / MARKER).touch()
            try:
                yield
            finally:
                (self.folder / MARKER).unlink(missing_ok=True)

    def is_visible(self) -> bool:
        """Return whether this machine can access the run's marker file."""
        return (self.folder / MARKER).exists()

    def write_file_list(self, files: ReleaseFiles) -> None:
        """Write the list into the folder."""
        replace_file(self.folder, Path(files.name), files.content)

    def manifest(self, file_name: str) -> Manifest | None:
        """Return the manifest of a shard."""
        try:
            return read_manifest(self.folder / folder_name(file_name))
        except PreparedShardError:
            return None

    def draft(self) -> AbstractContextManager[Path]:
        """Yield a folder on the same file system, which allows an atomic move into place."""
        return unfinished_folder(self.folder)

    def put(self, draft: Path, manifest: Manifest) -> None:
        """Move the folder into place."""
        with writable(self.folder):
            (draft / MANIFEST).write_bytes(encode_manifest(manifest))
        publish(draft, self.folder, manifest.file_name)

    def replace_manifest(self, manifest: Manifest) -> bool:
        """Replace the file atomically."""
        return replace_file(
            self.folder, folder_name(manifest.file_name) / MANIFEST, encode_manifest(manifest)
        )


@dataclass(frozen=True, slots=True)
class BucketStorage:
    """A place in a bucket.

    Table names contain digests, so that two workers that prepare the same shard do not mix their
    tables. The manifest is written last and names the tables. A shard counts as missing if any of
    its tables is missing.
    """

    place: BucketPlace

    def __str__(self) -> str:
        return str(self.place)

    def held(self) -> AbstractContextManager[None]:
        """Do nothing, because a bucket has no locks.

        If concurrent runs lose a shard, the next run prepares that shard again.
        """
        return nullcontext()

    def is_visible(self) -> bool:
        """Return true. Requests to an unavailable bucket raise their own errors."""
        return True

    def write_file_list(self, files: ReleaseFiles) -> None:
        self.place.bucket.put(self.place.below(files.name).prefix, BytesIO(files.content))

    def manifest(self, file_name: str) -> Manifest | None:
        """Return the manifest of a shard if all of its tables exist."""
        place = self.shard(file_name)
        there = dict(place.files)
        if MANIFEST not in there:
            return None
        try:
            found = decode_manifest(place.bucket.content(there[MANIFEST]), place)
        except PreparedShardError:
            return None
        return found if bucket_table_names(found) <= there.keys() else None

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """Yield a temporary folder on this machine."""
        folder = Path(tempfile.gettempdir())
        with writable(folder), tempfile.TemporaryDirectory(prefix="narabot-prepare-") as own:
            yield Path(own)

    def put(self, draft: Path, manifest: Manifest) -> None:
        """Upload the tables and then the manifest. Finally, delete the earlier version's tables."""
        shard = self.shard(manifest.file_name)
        before = self.manifest(manifest.file_name)
        for name, table in manifest.tables.items():
            with (draft / f"{name}.parquet").open("rb") as content:
                shard.bucket.put(shard.below(bucket_table_name(name, table)).prefix, content)
        self.put_manifest(manifest)
        if before is not None:
            now = self.manifest(manifest.file_name) or manifest
            for stored in (
                bucket_table_names(before) - bucket_table_names(manifest) - bucket_table_names(now)
            ):
                shard.bucket.delete(shard.below(stored).prefix)

    def replace_manifest(self, manifest: Manifest) -> bool:
        """Upload the manifest. Return false if another run has replaced the tables."""
        self.put_manifest(manifest)
        there = dict(self.shard(manifest.file_name).files)
        return bucket_table_names(manifest) <= there.keys()

    def put_manifest(self, manifest: Manifest) -> None:
        place = self.shard(manifest.file_name).below(MANIFEST)
        place.bucket.put(place.prefix, BytesIO(encode_manifest(manifest)))

    def shard(self, file_name: str) -> BucketPlace:
        """Return the place of a shard."""
        return self.place.below(folder_name(file_name).as_posix())


def storage_at(place: Path | BucketPlace) -> ShardStorage:
    """Return the storage for a folder or a place in a bucket."""
    return (
        BucketStorage(place) if isinstance(place, BucketPlace) else FolderStorage(place.absolute())
    )
