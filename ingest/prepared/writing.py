"""Write a prepared shard: under a name of no meaning first, under its own when it is whole."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pyarrow.parquet as pq

from ingest.batch import Batch
from ingest.disk import writable
from ingest.prepared.manifest import (
    MANIFEST,
    BatchEntry,
    Making,
    Manifest,
    TableFile,
    digest_of,
    folder_name,
)
from ingest.prepared.tables import TABLES, Rows, batch_rows, schemas
from ingest.read import ReadBatch

COMPRESSION = "zstd"
UNFINISHED = ".unfinished-"
"""How folders begin that are not whole; what a run that was killed left is deleted by the next."""


@dataclass(slots=True)
class ShardWriter:
    """Writes one shard's batches into a folder."""

    folder: Path
    dimension: int
    entries: list[BatchEntry] = field(default_factory=list)
    _writers: dict[str, pq.ParquetWriter] = field(default_factory=dict)

    def add(self, batch: Batch, read: ReadBatch) -> None:
        """Write a batch: a row group in each table that has rows of it."""
        rows = batch_rows(batch.written, batch.noted, batch.rejected, self.dimension)
        for name, table in rows.items():
            if table.num_rows:
                self._writers[name].write_table(table, row_group_size=table.num_rows)
        self.entries.append(entry(batch, read, rows))

    def finish(self, file_name: str, digest: str, making: Making, known: str | None) -> Manifest:
        """Write the manifest, and return it."""
        tables = {name: self.folder / f"{name}.parquet" for name in TABLES}
        manifest = Manifest(
            file_name,
            digest,
            making,
            tuple(self.entries),
            {
                name: TableFile(path.stat().st_size, digest_of(path))
                for name, path in tables.items()
            },
            known,
        )
        (self.folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
        return manifest

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Hold the tables open."""
        with ExitStack() as stack:
            for name, schema in schemas(self.dimension).items():
                path = self.folder / f"{name}.parquet"
                self._writers[name] = stack.enter_context(
                    pq.ParquetWriter(path, schema, compression=COMPRESSION)
                )
            yield


def entry(batch: Batch, read: ReadBatch, rows: Rows) -> BatchEntry:
    """Return what the manifest says of a batch."""
    if batch.progress is None:
        raise ValueError("a batch without progress cannot be loaded in its place")
    return BatchEntry(
        line_num=batch.progress.end.line_num,
        offset=batch.progress.end.offset,
        records=batch.progress.records,
        rejected=batch.progress.rejected,
        is_done=batch.progress.is_done,
        lines=read.lines,
        less_full=read.less_full,
        by_type=dict(read.by_type),
        rows={name: table.num_rows for name, table in rows.items()},
    )


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
            if target.exists():
                target.rename(aside / "before")
            folder.rename(target)
