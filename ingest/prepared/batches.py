"""Convert batches of a shard to table rows, add vectors, and read the rows back.

Workers create the rows while they read lines, so that the embedding process has little else to do.
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

from ingest.prepared.manifest import BatchEntry, Manifest, damaged_error
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
from ingest.read.batches import Batches, GraphState, ReadBatch
from ingest.read.lines import BytesRead
from ingest.read.shard import REJECTED_CHARS, RejectedLine
from ingest.read.sources import Source
from ingest.write.batch import Progress
from ingest.write.decisions import Decision
from ingest.write.embed import NO_VECTORS, embed_texts
from narabot.embedding import TextEmbedder
from narabot.errors import PreparedShardError
from narabot.models import RecordType


class NameExtractor(Protocol):
    """Finds names in chunks, and returns them in the form that is stored with the chunks."""

    @property
    def version(self) -> str:
        """A version that changes when the results change."""
        ...

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return the names in each chunk, or `None` for each failure.

        `types` contains the record type of each chunk.
        """
        ...


RECORD_COLUMNS = {"records": "naId", "chunks": "naId", "relations": "end", "mentions": "naId"}
"""The column in each table that identifies a row's record."""


@dataclass(frozen=True, slots=True)
class UnembeddedBatch:
    """A batch whose chunks have no vectors yet."""

    rows: Rows
    texts: pa.StringArray
    """The text to embed for each chunk."""
    entry: BatchEntry


def unembedded_batch(read: ReadBatch) -> UnembeddedBatch:
    """Convert a batch that was read to rows. Raise ValueError for a batch without progress."""
    rows = batch_rows(read.fresh, read.noted, read.rejected)
    texts = [text for chunked in read.fresh for text in chunked.embedding_texts]
    return UnembeddedBatch(rows, pa.array(texts, pa.string()), batch_entry(read, rows))


def batch_entry(read: ReadBatch, rows: Rows) -> BatchEntry:
    """Return the manifest's entry for a batch."""
    if read.progress is None:
        raise ValueError("a batch without progress cannot be prepared")
    return BatchEntry(
        line_num=read.progress.end.line_num,
        offset=read.progress.end.offset,
        records=read.progress.records,
        rejected=read.progress.rejected,
        is_done=read.progress.is_done,
        lines=read.lines,
        less_full=read.less_full,
        by_type=dict(read.by_type),
        rows=row_counts(rows),
    )


def row_counts(rows: Rows) -> dict[str, int]:
    """Return the number of rows in each table."""
    return {name: table.num_rows for name, table in rows.items()}


def with_vectors(
    batch: UnembeddedBatch, embedder: TextEmbedder, names: NameExtractor | None = None
) -> tuple[Rows, BatchEntry]:
    """Return a batch with the vectors of its chunks. Records with invalid vectors are rejected.

    If there is a name extractor, the chunks also contain the names that the extractor found. Raise
    ModelUnavailableError as `embed_texts` does.
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
    rows = reject_records(rows, pc.unique(rows["chunks"]["naId"].filter(pa.array(~finite))))
    return rows, msgspec.structs.replace(batch.entry, rows=row_counts(rows))


def reject_records(rows: Rows, na_ids: pa.Array) -> Rows:
    """Return the rows with the specified records moved to the rejected lines."""
    of_them = {
        name: pc.is_in(rows[name][column], value_set=na_ids)
        for name, column in RECORD_COLUMNS.items()
    }
    lines = [
        RejectedLine("", row["line_num"], NO_VECTORS, row["text"][:REJECTED_CHARS], row["naId"])
        for row in rows["records"].filter(of_them["records"]).to_pylist()
    ]
    remaining = {name: rows[name].filter(pc.invert(of)) for name, of in of_them.items()}
    rejected = pa.concat_tables([rows["rejected"], rejected_table(lines)])
    return {**rows, **remaining, "rejected": rejected}


@dataclass(frozen=True, slots=True)
class PreparedReader:
    """Reads prepared shards for one graph."""

    shards: Mapping[str, PreparedShard]
    """Prepared shards, keyed by the name of the exported file."""
    spool: Path
    """Folder for tables that are downloaded from a bucket."""
    graph_state: GraphState
    bytes_read: BytesRead = lambda _: None

    def batches(self, sources: Sequence[Source]) -> Batches:
        """Yield the shards' batches, one at a time, starting where an earlier run stopped.

        Raise PreparedShardError for damaged tables.
        """
        known = self.graph_state.progress([source.file_name for source in sources])
        for source in sources:
            for batch in self.shard_batches(source, known.get(source.file_name)):
                yield (batch,)

    def shard_batches(self, source: Source, before: Progress | None) -> Iterator[ReadBatch]:
        """Yield the batches of one shard."""
        shard = self.shards[source.file_name]
        manifest = shard.manifest
        is_same = before is not None and before.is_of(manifest.digest, manifest.making.release)
        known = before if is_same else None
        if known is not None and known.is_done:
            self.bytes_read(source.size)
            yield ReadBatch(source.file_name, is_last=True, skipped=known)
            return
        resumed_records = known.records if known else 0
        for number, rows in enumerate(self.rows(shard)):
            entry = manifest.batches[number]
            self.bytes_read(source.size // len(manifest.batches))
            if known is None or entry.line_num > known.end.line_num or entry.is_done:
                begins = source.file_name if number == 0 else None
                batch = read_batch(rows, entry, manifest)
                yield replace(batch, begins=begins, resumed_records=resumed_records)
                resumed_records = 0

    def rows(self, shard: PreparedShard) -> Iterator[Rows]:
        """Yield the rows of each batch in a shard. Raise PreparedShardError."""
        with shard.tables(self.spool) as folder:
            yield from read_tables(folder, shard)

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's records with the specified naIds, without recording progress.

        Raise PreparedShardError for records that were skipped as already loaded but are missing
        from the graph.
        """
        shard = self.shards[source.file_name]
        found = []
        noted: set[int] = set()
        for rows in self.rows(shard):
            written = prepared_records(rows, source.file_name)
            found += [one for one in written if one.record.na_id in wanted]
            noted |= {line.na_id for line in noted_lines(rows, source.file_name)} & wanted
        if noted:
            raise PreparedShardError(
                f"{shard.place} skips {len(noted):,} records that the graph does not contain, "
                f"such as naId {min(noted)}. Delete that folder, prepare the shard again without "
                "a list or with a new list from `narabot export-loaded`, and load it again."
            )
        return ReadBatch(source.file_name, written=tuple(found))


def read_batch(rows: Rows, entry: BatchEntry, manifest: Manifest) -> ReadBatch:
    """Return a batch from its rows and its entry in the manifest."""
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


def read_tables(folder: Path, shard: PreparedShard) -> Iterator[Rows]:
    """Yield the rows of each batch. Raise PreparedShardError for tables that cannot be read."""
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
        raise damaged_error(shard.place, str(error)) from error
