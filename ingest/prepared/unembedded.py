"""Batches as Parquet's rows that lack their vectors, and with them; pure.

So the rows are made where the lines are read, by any number of workers, and the one that embeds
has little else to do.
"""

from dataclasses import dataclass

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.prepared.manifest import BatchEntry
from ingest.prepared.tables import Rows, batch_rows, rejected_table, with_embeddings
from ingest.read.batches import ReadBatch
from ingest.read.shard import SHOWN_CHARS, RejectedLine
from ingest.write.embed import NO_VECTORS, embed_texts
from narabot.embedding import TextEmbedder

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


def with_vectors(batch: UnembeddedBatch, embedder: TextEmbedder) -> tuple[Rows, BatchEntry]:
    """Return a batch with the vectors of its chunks; a record without whole ones is rejected.

    Raises ModelUnavailableError as `embed_texts` does.
    """
    vectors = embed_texts(batch.texts.to_pylist(), embedder)
    finite = np.isfinite(vectors).all(axis=1)
    rows: Rows = {**batch.rows, "chunks": with_embeddings(batch.rows["chunks"], vectors)}
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
