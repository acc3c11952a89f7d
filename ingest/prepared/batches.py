"""Batches of a shard: as rows that lack their vectors, with them, and read again as ingest reads.

The rows are made where the lines are read, by any number of workers, so that the one that embeds
has little else to do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ingest.prepared.manifest import BatchEntry, Manifest, damaged
from ingest.prepared.shards import PreparedShard
from ingest.prepared.tables import (
    TABLES,
    Rows,
    batch_rows,
    chunk_types,
    noted_lines,
    prepared_records,
    rejected_lines,
    rejected_table,
    with_embeddings,
    with_names_column,
)
from ingest.read.batches import Batches, Known, ReadBatch
from ingest.read.lines import BytesRead
from ingest.read.shard import SHOWN_CHARS, RejectedLine
from ingest.read.sources import Source
from ingest.write.batch import Progress
from ingest.write.embed import NO_VECTORS, embed_texts
from ingest.write.stored import Decision
from narabot.embedding import TextEmbedder
from narabot.errors import UnpreparedError
from narabot.models import RecordType


class ReadsNames(Protocol):
    """Finds names in chunks, in the form in which they are kept with them."""

    @property
    def version(self) -> str:
        """What changes with what is found."""
        ...

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return what is found in each chunk of a record of some type, `None` where it fails."""
        ...


RECORD_COLUMNS = {"records": "naId", "chunks": "naId", "relations": "end", "mentions": "naId"}
"""Where each table says which record a row belongs to."""


@dataclass(frozen=True, slots=True)
class UnembeddedBatch:
    """A batch whose chunks have no vectors yet."""

    rows: Rows
    texts: pa.StringArray
    """What is embedded for each chunk."""
    entry: BatchEntry


def unembedded(read: ReadBatch) -> UnembeddedBatch:
    """Return the rows of a batch that was read. Raises ValueError for one without progress."""
    rows = batch_rows(read.fresh, read.noted, read.rejected)
    texts = [text for chunked in read.fresh for text in chunked.embedding_texts]
    return UnembeddedBatch(rows, pa.array(texts, pa.string()), entry_of(read, rows))


def entry_of(read: ReadBatch, rows: Rows) -> BatchEntry:
    """Return what the manifest says of a batch."""
    if read.progress is None:
        raise ValueError("a batch without progress cannot be loaded in its place")
    return BatchEntry(
        line_num=read.progress.end.line_num,
        offset=read.progress.end.offset,
        records=read.progress.records,
        rejected=read.progress.rejected,
        is_done=read.progress.is_done,
        lines=read.lines,
        less_full=read.less_full,
        by_type=dict(read.by_type),
        rows=counted(rows),
    )


def counted(rows: Rows) -> dict[str, int]:
    """Return how many rows each table has."""
    return {name: table.num_rows for name, table in rows.items()}


def with_vectors(
    batch: UnembeddedBatch, embedder: TextEmbedder, names: ReadsNames | None = None
) -> tuple[Rows, BatchEntry]:
    """Return a batch with the vectors of its chunks; a record without whole ones is rejected.

    With a reader of names, chunks have what it finds besides. Raises ModelUnavailableError as
    `embed_texts` does.
    """
    vectors = embed_texts(batch.texts.to_pylist(), embedder)
    finite = np.isfinite(vectors).all(axis=1)
    chunks = with_embeddings(batch.rows["chunks"], vectors)
    if names is not None:
        chunks = with_names_column(
            chunks, names.read(chunks["text"].to_pylist(), chunk_types(batch.rows))
        )
    rows: Rows = {**batch.rows, "chunks": chunks}
    if finite.all():
        return rows, batch.entry
    rows = without(rows, pc.unique(rows["chunks"]["naId"].filter(pa.array(~finite))))
    return rows, msgspec.structs.replace(batch.entry, rows=counted(rows))


def without(rows: Rows, na_ids: pa.Array) -> Rows:
    """Return rows in which some records are rejected lines."""
    of_them = {
        name: pc.is_in(rows[name][column], value_set=na_ids)
        for name, column in RECORD_COLUMNS.items()
    }
    lines = [
        RejectedLine("", row["line_num"], NO_VECTORS, row["text"][:SHOWN_CHARS], row["naId"])
        for row in rows["records"].filter(of_them["records"]).to_pylist()
    ]
    kept = {name: rows[name].filter(pc.invert(of)) for name, of in of_them.items()}
    rejected = pa.concat_tables([rows["rejected"], rejected_table(lines)])
    return {**rows, **kept, "rejected": rejected}


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
