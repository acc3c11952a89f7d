"""Write a prepared shard to a temporary folder, and move the complete folder into place."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.disk import writable
from ingest.prepared.manifest import (
    BatchEntry,
    Manifest,
    PreparationSettings,
    TableFile,
    digest_of,
    folder_name,
)
from ingest.prepared.tables import TABLES, Rows, schemas
from narabot.errors import DataFolderError

COMPRESSION = "zstd"
CONCURRENT_ERRORS = {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT}
MAX_PUBLISH_ATTEMPTS = 10
"""Maximum number of attempts to move a shard into place.

Another worker may move the same shard into place at the same moment.
"""

UNFINISHED = ".unfinished-"
"""Prefix of the names of incomplete folders. The next run deletes folders from killed runs."""


@dataclass(slots=True)
class ShardWriter:
    """Writes one shard's batches into a folder."""

    folder: Path
    dimension: int
    names: str | None = None
    """Version of the name extractor, or `None`."""
    entries: list[BatchEntry] = field(default_factory=list)
    _writers: dict[str, pq.ParquetWriter] = field(default_factory=dict)

    def add(self, rows: Rows, entry: BatchEntry) -> None:
        """Write a batch: one row group in each table that has rows."""
        for name, table in rows.items():
            if table.num_rows:
                self._writers[name].write_table(table, row_group_size=table.num_rows)
        self.entries.append(entry)

    def finish(
        self, file_name: str, digest: str, making: PreparationSettings, known: str | None
    ) -> Manifest:
        """Return the manifest of the written tables."""
        tables = {name: self.folder / f"{name}.parquet" for name in TABLES}
        return Manifest(
            file_name,
            digest,
            making,
            tuple(self.entries),
            {
                name: TableFile(path.stat().st_size, digest_of(path))
                for name, path in tables.items()
            },
            known,
            self.names,
        )

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keep the tables open for writing."""
        with ExitStack() as stack:
            tables = schemas(self.dimension, has_names=self.names is not None)
            for name, schema in tables.items():
                path = self.folder / f"{name}.parquet"
                self._writers[name] = stack.enter_context(
                    pq.ParquetWriter(path, schema, compression=COMPRESSION, **encodings(schema))
                )
            yield


def encodings(schema: pa.Schema) -> dict[str, list[str]]:
    """Return the encodings of the columns. Parquet's defaults would enlarge vectors by half.

    Dictionary encoding is useless, because no two numbers are equal. Numbers compress well when
    they are split into streams of bytes.
    """
    if "embedding" not in schema.names:
        return {}
    others = [name for name in schema.names if name != "embedding"]
    return {"use_dictionary": others, "use_byte_stream_split": ["embedding.list.element"]}


@contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    """Yield a new folder inside the parent folder. Afterward, delete it unless it was moved."""
    with writable(parent):
        parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=parent))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def replace_file(to: Path, name: Path, content: bytes) -> bool:
    """Replace a file below a folder atomically. Return whether the file's folder still exists."""
    with unfinished_folder(to) as aside:
        part = aside / name.name
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            part.replace(to / name)
        except FileNotFoundError:
            return False
    return True


def publish(folder: Path, to: Path, file_name: str) -> None:
    """Move a complete folder into place, and replace an earlier version.

    A reader sees the new version, the earlier version, or no shard, but never a mixture.
    """
    target = to / folder_name(file_name)
    with writable(to):
        target.parent.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        with unfinished_folder(to) as aside:
            for number in range(MAX_PUBLISH_ATTEMPTS):
                try:
                    if target.exists():
                        target.rename(aside / f"before-{number}")
                    folder.rename(target)
                    return
                except OSError as error:
                    if error.errno not in CONCURRENT_ERRORS:
                        raise
    raise DataFolderError(
        f"Other runs keep replacing {target}. Wait until one of them has finished."
    )
