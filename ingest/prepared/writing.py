"""Write a prepared shard: under a name of no meaning first, under its own when it is whole."""

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
    Making,
    Manifest,
    TableFile,
    digest_of,
    folder_name,
)
from ingest.prepared.tables import TABLES, Rows, schemas
from narabot.errors import DataFolderError

COMPRESSION = "zstd"
REPLACED_MEANWHILE = {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT}
REPLACED_AT_MOST = 10
"""Another worker may have made the same shard, and give it its name in the same moment."""

UNFINISHED = ".unfinished-"
"""How folders begin that are not whole; what a run that was killed left is deleted by the next."""


@dataclass(slots=True)
class ShardWriter:
    """Writes one shard's batches into a folder."""

    folder: Path
    dimension: int
    names: str | None = None
    """By which version the names in chunks were read, if they were."""
    entries: list[BatchEntry] = field(default_factory=list)
    _writers: dict[str, pq.ParquetWriter] = field(default_factory=dict)

    def add(self, rows: Rows, entry: BatchEntry) -> None:
        """Write a batch: a row group in each table that has rows of it."""
        for name, table in rows.items():
            if table.num_rows:
                self._writers[name].write_table(table, row_group_size=table.num_rows)
        self.entries.append(entry)

    def finish(self, file_name: str, digest: str, making: Making, known: str | None) -> Manifest:
        """Return the manifest of what was written."""
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
        """Hold the tables open."""
        with ExitStack() as stack:
            tables = schemas(self.dimension, has_names=self.names is not None)
            for name, schema in tables.items():
                path = self.folder / f"{name}.parquet"
                self._writers[name] = stack.enter_context(
                    pq.ParquetWriter(path, schema, compression=COMPRESSION, **encodings(schema))
                )
            yield


def encodings(schema: pa.Schema) -> dict[str, list[str]]:
    """Return how columns are encoded where Parquet's habits would make vectors half as large again.

    It looks for equal numbers, of which there are none; bytes of like weight side by side pack.
    """
    if "embedding" not in schema.names:
        return {}
    others = [name for name in schema.names if name != "embedding"]
    return {"use_dictionary": others, "use_byte_stream_split": ["embedding.list.element"]}


@contextmanager
def unfinished_folder(beside: Path) -> Iterator[Path]:
    """Yield an empty folder below another; it is deleted, unless it was moved away."""
    with writable(beside):
        beside.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=beside))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def replace_file(to: Path, name: Path, content: bytes) -> bool:
    """Replace a file below a folder at once; return whether its own folder is there still."""
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
    """Move a whole folder to its place; what stood there before is gone then.

    A reader sees the one, the other, or none, and never half of it.
    """
    target = to / folder_name(file_name)
    with writable(to):
        target.parent.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        with unfinished_folder(to) as aside:
            for number in range(REPLACED_AT_MOST):
                try:
                    if target.exists():
                        target.rename(aside / f"before-{number}")
                    folder.rename(target)
                    return
                except OSError as error:
                    if error.errno not in REPLACED_MEANWHILE:
                        raise
    raise DataFolderError(f"{target} is replaced by others again and again. Let one run end.")
