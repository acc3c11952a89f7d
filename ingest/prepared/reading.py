"""Read prepared shards as ingest reads lines: batches from where an earlier run has stopped."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.prepared.finding import PreparedShard
from ingest.prepared.manifest import BatchEntry, Manifest, damaged
from ingest.prepared.tables import (
    TABLES,
    Rows,
    noted_lines,
    prepared_records,
    rejected_lines,
)
from ingest.read.batches import Batches, Known, ReadBatch
from ingest.read.lines import BytesRead
from ingest.read.sources import Source
from ingest.write.batch import Progress
from ingest.write.stored import Decision
from narabot.errors import UnpreparedError


@dataclass(frozen=True, slots=True)
class PreparedReader:
    """Reads prepared shards for one graph."""

    shards: Mapping[str, PreparedShard]
    """By the name of the file of lines."""
    spool: Path
    """Where the tables of a bucket are while they are read."""
    known: Known
    bytes_read: BytesRead = lambda _: None

    def batches(self, sources: Sequence[Source]) -> Batches:
        """Yield the batches of some shards, one at once, from where an earlier run has stopped.

        Raises UnpreparedError for tables that are not what was written.
        """
        known = self.known.progress([source.file_name for source in sources])
        for source in sources:
            for batch in self.shard_batches(source, known.get(source.file_name)):
                yield (batch,)

    def shard_batches(self, source: Source, before: Progress | None) -> Iterator[ReadBatch]:
        """Yield the same of one shard."""
        shard = self.shards[source.file_name]
        manifest = shard.manifest
        is_same = before is not None and before.is_of(manifest.digest, manifest.making.release)
        known = before if is_same else None
        if known is not None and known.is_done:
            self.bytes_read(source.size)
            yield ReadBatch(source.file_name, is_last=True, skipped=known)
            return
        loaded_before = known.records if known else 0
        for number, rows in enumerate(self.rows(shard)):
            entry = manifest.batches[number]
            self.bytes_read(source.size // len(manifest.batches))
            if known is None or entry.line_num > known.end.line_num or entry.is_done:
                begins = source.file_name if number == 0 else None
                batch = read_batch(rows, entry, manifest)
                yield replace(batch, begins=begins, loaded_before=loaded_before)
                loaded_before = 0

    def rows(self, shard: PreparedShard) -> Iterator[Rows]:
        """Yield the rows of each batch of a shard. Raises UnpreparedError."""
        with shard.tables(self.spool) as folder:
            yield from batches_of(folder, shard)

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's records for some naIds, without any progress.

        Raises UnpreparedError for those whose texts were left out as known, and are not.
        """
        shard = self.shards[source.file_name]
        found = []
        noted: set[int] = set()
        for rows in self.rows(shard):
            written = prepared_records(rows, source.file_name)
            found += [one for one in written if one.record.na_id in wanted]
            noted |= {line.na_id for line in noted_lines(rows, source.file_name)} & wanted
        if noted:
            raise UnpreparedError(
                f"{shard.place} leaves out {len(noted):,} records as known, such as naId "
                f"{min(noted)}, which the graph has not. Delete that folder, prepare it "
                "again with a new list (`narabot known`) or without, and load it again."
            )
        return ReadBatch(source.file_name, written=tuple(found))


def read_batch(rows: Rows, entry: BatchEntry, manifest: Manifest) -> ReadBatch:
    """Return a batch of a shard."""
    name = manifest.file_name
    noted = noted_lines(rows, name)
    return ReadBatch(
        name,
        written=prepared_records(rows, name),
        noted=noted,
        rejected=rejected_lines(rows, name),
        progress=entry.progress(manifest),
        lines=entry.lines,
        by_type=Counter(entry.by_type),
        decisions=Counter({Decision.KEEP: len(noted)}),
        less_full=entry.less_full,
        is_last=entry.is_done,
    )


def batches_of(folder: Path, shard: PreparedShard) -> Iterator[Rows]:
    """Yield the rows of each batch. Raises UnpreparedError for tables that cannot be read."""
    try:
        files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in TABLES}
        groups = dict.fromkeys(TABLES, 0)
        for entry in shard.manifest.batches:
            rows = {}
            for name, file in files.items():
                if entry.rows[name]:
                    rows[name] = file.read_row_group(groups[name])
                    groups[name] += 1
                else:
                    rows[name] = file.schema_arrow.empty_table()
            yield rows
    except (OSError, pa.ArrowException) as error:
        raise damaged(shard.place, str(error)) from error
