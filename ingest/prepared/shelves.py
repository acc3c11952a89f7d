"""Where prepared shards are kept: below a folder, or in a bucket; each is whole, or not there."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Protocol

from ingest.bucket import BucketPlace
from ingest.disk import alone_in, writable
from ingest.prepared.manifest import (
    MANIFEST,
    Manifest,
    decoded,
    encoded,
    folder_name,
    read_manifest,
    stored_table,
    stored_tables,
)
from ingest.prepared.shards import ReleaseFiles
from ingest.prepared.writing import UNFINISHED, publish, replace_file, unfinished_folder
from narabot.errors import UnpreparedError

LOCK = ".narabot-prepare.lock"
AT_WORK = ".narabot-prepare.at-work"
"""In a folder that a run holds; the lock's file stays there afterwards."""


class Shelf(Protocol):
    """Where a run puts the shards that it prepares."""

    def held(self) -> AbstractContextManager[None]:
        """Hold it for one run. Raises DataFolderError while another does."""

    def is_seen(self) -> bool:
        """Return whether this machine sees what the run holds."""

    def list_files(self, files: ReleaseFiles) -> None:
        """Write down which files a release has, before they are prepared."""

    def manifest(self, file_name: str) -> Manifest | None:
        """Return what is there of a shard, `None` where there is none that is whole."""

    def draft(self) -> AbstractContextManager[Path]:
        """Yield an empty folder for a shard that is being made."""

    def put(self, draft: Path, manifest: Manifest) -> None:
        """Put a whole shard where it belongs; what was there before is gone then.

        A reader sees the one, the other, or none, and never half of it.
        """

    def relabel(self, manifest: Manifest) -> bool:
        """Give a shard another manifest, of the same tables; return whether it is there still."""


@dataclass(frozen=True, slots=True)
class FolderShelf:
    """A folder, one folder a shard."""

    folder: Path
    """Absolute: other machines have other working directories."""

    def __str__(self) -> str:
        """Return its path."""
        return str(self.folder)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it for one run, and delete what one that was killed has left unfinished there."""
        with alone_in(self.folder, LOCK, "`narabot prepare`"):
            for left in self.folder.glob(f"{UNFINISHED}*"):
                shutil.rmtree(left, ignore_errors=True)
            with writable(self.folder):
                (self.folder / AT_WORK).touch()
            try:
                yield
            finally:
                (self.folder / AT_WORK).unlink(missing_ok=True)

    def is_seen(self) -> bool:
        """Return whether the sign of the run is seen here."""
        return (self.folder / AT_WORK).exists()

    def list_files(self, files: ReleaseFiles) -> None:
        """Write the list into the folder."""
        replace_file(self.folder, Path(files.name), files.content)

    def manifest(self, file_name: str) -> Manifest | None:
        """Return what is there of a shard."""
        try:
            return read_manifest(self.folder / folder_name(file_name))
        except UnpreparedError:
            return None

    def draft(self) -> AbstractContextManager[Path]:
        """Yield a folder beside those that are whole, so that it can be moved there at once."""
        return unfinished_folder(self.folder)

    def put(self, draft: Path, manifest: Manifest) -> None:
        """Give the folder its name."""
        with writable(self.folder):
            (draft / MANIFEST).write_bytes(encoded(manifest))
        publish(draft, self.folder, manifest.file_name)

    def relabel(self, manifest: Manifest) -> bool:
        """Replace the file at once."""
        return replace_file(
            self.folder, folder_name(manifest.file_name) / MANIFEST, encoded(manifest)
        )


@dataclass(frozen=True, slots=True)
class BucketShelf:
    """A place in a bucket. Tables have their sums in their names, so that two workers which make
    one shard do not mix theirs; the manifest is written last, and names one's own. A shard that
    lacks a table is as one that is not there.
    """

    place: BucketPlace

    def __str__(self) -> str:
        """Return its address."""
        return str(self.place)

    def held(self) -> AbstractContextManager[None]:
        """Hold nothing: a bucket has no locks; what two runs lose is made again by the next."""
        return nullcontext()

    def is_seen(self) -> bool:
        """Return true: a bucket that is not to be had is told when it is asked."""
        return True

    def list_files(self, files: ReleaseFiles) -> None:
        """Upload the list."""
        self.place.bucket.put(self.place.below(files.name).prefix, BytesIO(files.content))

    def manifest(self, file_name: str) -> Manifest | None:
        """Return what is there of a shard, if all of its tables are there."""
        place = self.shard(file_name)
        there = dict(place.files)
        if MANIFEST not in there:
            return None
        try:
            found = decoded(place.bucket.content(there[MANIFEST]), place)
        except UnpreparedError:
            return None
        return found if stored_tables(found) <= there.keys() else None

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """Yield a folder among this machine's temporary files."""
        folder = Path(tempfile.gettempdir())
        with writable(folder), tempfile.TemporaryDirectory(prefix="narabot-prepare-") as own:
            yield Path(own)

    def put(self, draft: Path, manifest: Manifest) -> None:
        """Upload the tables, then the manifest; then delete the tables that were there before."""
        shard = self.shard(manifest.file_name)
        before = self.manifest(manifest.file_name)
        for name, table in manifest.tables.items():
            with (draft / f"{name}.parquet").open("rb") as content:
                shard.bucket.put(shard.below(stored_table(name, table)).prefix, content)
        self.put_manifest(manifest)
        if before is not None:
            now = self.manifest(manifest.file_name) or manifest
            for stored in stored_tables(before) - stored_tables(manifest) - stored_tables(now):
                shard.bucket.delete(shard.below(stored).prefix)

    def relabel(self, manifest: Manifest) -> bool:
        """Upload it over the one that is there; another run may have put other tables there."""
        self.put_manifest(manifest)
        there = dict(self.shard(manifest.file_name).files)
        return stored_tables(manifest) <= there.keys()

    def put_manifest(self, manifest: Manifest) -> None:
        """Upload a manifest."""
        place = self.shard(manifest.file_name).below(MANIFEST)
        place.bucket.put(place.prefix, BytesIO(encoded(manifest)))

    def shard(self, file_name: str) -> BucketPlace:
        """Return the place of a shard."""
        return self.place.below(folder_name(file_name).as_posix())


def shelf_of(place: Path | BucketPlace) -> Shelf:
    """Return a folder or a place in a bucket as where prepared shards are kept."""
    return BucketShelf(place) if isinstance(place, BucketPlace) else FolderShelf(place.absolute())
