"""Convert batches to Parquet tables and back. Each table has one row group for each batch.

`records`, `chunks`, `relations`, and `mentions` represent `ingest.write.batch_plan.PreparedRecord`.
`noted` contains lines whose records are already in the database. `rejected` has rejected lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from ingest.parse.chunk import ChunkedRecord
from ingest.parse.mentions import Edge, Mention, canonical_json
from ingest.parse.record import CatalogRecord
from ingest.parse.references import References
from ingest.read.shard import RejectedLine
from ingest.write.batch_plan import PreparedRecord
from ingest.write.decisions import LineIdentity
from narabot.embedding import Vectors
from narabot.models import AuthorityType, CatalogType, LevelOfDescription, RecordType, Relation

Rows = Mapping[str, pa.Table]
"""The rows of a batch, keyed by table name."""


@dataclass(frozen=True, slots=True)
class NotedLine:
    """A line that updates only where a record is found: its file and line, or its other files."""

    na_id: int
    file_name: str
    line_num: int
    record_hash: str
    canonical_length: int


PLACE = [("naId", pa.int64()), ("line_num", pa.int64())]
IDENTITY = [*PLACE, ("recordHash", pa.string()), ("canonicalLength", pa.int64())]


COLUMNS = {
    "records": pa.schema(
        [
            *IDENTITY,
            ("recordType", pa.string()),
            ("type", pa.string()),
            ("properties", pa.string()),
            ("text", pa.string()),
            ("cutChars", pa.int64()),
            ("unnumbered", pa.int64()),
        ]
    ),
    "chunks": pa.schema([("naId", pa.int64()), ("chunkSeqId", pa.int32()), ("text", pa.string())]),
    "relations": pa.schema([("relation", pa.string()), ("start", pa.int64()), ("end", pa.int64())]),
    "mentions": pa.schema(
        [("naId", pa.int64()), ("mentioned", pa.int64()), ("statement", pa.string())]
    ),
    "noted": pa.schema(IDENTITY),
    "rejected": pa.schema(
        [
            ("line_num", pa.int64()),
            ("reason", pa.string()),
            ("begins", pa.string()),
            ("naId", pa.int64()),
        ]
    ),
}
"""The columns of each table. Chunks also have vectors and, optionally, names."""

TABLES = tuple(COLUMNS)

NAMES_COLUMN = pa.field("names", pa.string())
"""Names that the extractor found in each chunk."""


def schemas(dimension: int, *, has_names: bool = False) -> dict[str, pa.Schema]:
    """Return the tables' columns for vectors of the specified dimension, with or without names."""
    vector = pa.field("embedding", pa.list_(pa.float32(), dimension))
    chunks = COLUMNS["chunks"].append(vector)
    return {**COLUMNS, "chunks": chunks.append(NAMES_COLUMN) if has_names else chunks}


def batch_rows(
    fresh: Sequence[ChunkedRecord], noted: Iterable[LineIdentity], rejected: Iterable[RejectedLine]
) -> Rows:
    """Return a batch's rows. The chunk rows do not contain vectors."""
    rows: dict[str, list[dict[str, Any]]] = {
        "records": [record_row(chunked.record) for chunked in fresh],
        "relations": [row for chunked in fresh for row in relation_rows(chunked.record)],
        "mentions": [row for chunked in fresh for row in mention_rows(chunked.record)],
        "noted": [identity_row(line) for line in noted],
    }
    tables = {name: pa.Table.from_pylist(own, COLUMNS[name]) for name, own in rows.items()}
    return tables | {"chunks": chunk_table(fresh), "rejected": rejected_table(rejected)}


def rejected_table(lines: Iterable[RejectedLine]) -> pa.Table:
    """Return the rows of rejected lines, without the shard's name."""
    rows = [line.row | {"naId": line.na_id} for line in lines]
    return pa.Table.from_pylist(rows, COLUMNS["rejected"])


def identity_row(line: LineIdentity) -> dict[str, Any]:
    """Return a row with a line's naId, line number, hash, and canonical length."""
    return {
        "naId": line.na_id,
        "line_num": line.line_num,
        "recordHash": line.record_hash,
        "canonicalLength": line.canonical_length,
    }


def record_row(record: CatalogRecord) -> dict[str, Any]:
    """Return a record's row, without its chunks, relations, and mentions."""
    is_description = isinstance(record.type, LevelOfDescription)
    return identity_row(record) | {
        "recordType": str(RecordType.DESCRIPTION if is_description else RecordType.AUTHORITY),
        "type": str(record.type),
        "properties": canonical_json(record.properties),
        "text": record.text,
        "cutChars": record.cut_chars,
        "unnumbered": record.references.unnumbered,
    }


def relation_rows(record: CatalogRecord) -> Iterable[dict[str, Any]]:
    """Yield the relations that end at a record."""
    for edge in record.references.edges:
        yield {"relation": str(edge.relation), "start": edge.start, "end": edge.end}


def mention_rows(record: CatalogRecord) -> Iterable[dict[str, Any]]:
    """Yield a record's mentions of other records."""
    for one in record.references.mentions:
        yield {"naId": record.na_id, "mentioned": one.na_id, "statement": one.statement}


def chunk_table(fresh: Iterable[ChunkedRecord]) -> pa.Table:
    """Return the chunk rows for the specified records, without vectors."""
    rows = [
        (one.record.na_id, number, text) for one in fresh for number, text in enumerate(one.chunks)
    ]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return pa.Table.from_arrays(list(map(list, columns)), schema=COLUMNS["chunks"])


def with_embeddings(chunks: pa.Table, vectors: Vectors) -> pa.Table:
    """Return chunks with their vectors. `vectors` has the shape `(rows, dimension)`."""
    flat = pa.array(vectors.astype(np.float32, copy=False).reshape(-1))
    column = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
    return chunks.append_column("embedding", column)


def with_names_column(chunks: pa.Table, names: Sequence[str | None]) -> pa.Table:
    """Return chunks with the names found in each chunk, or with `None` where extraction failed."""
    return chunks.append_column(NAMES_COLUMN, pa.array(names, pa.string()))


def chunk_types(rows: Rows) -> list[RecordType]:
    """Return the record type of each chunk: description or authority."""
    records = rows["records"]
    types = dict(zip(*(records[name].to_pylist() for name in ("naId", "recordType")), strict=True))
    return [RecordType(types[na_id]) for na_id in rows["chunks"]["naId"].to_pylist()]


def prepared_records(rows: Rows, file_name: str) -> tuple[PreparedRecord, ...]:
    """Return the records in a batch."""
    edges = defaultdict(list)
    for row in rows["relations"].to_pylist():
        edges[row["end"]].append(Edge(Relation(row["relation"]), row["start"], row["end"]))
    mentions = defaultdict(list)
    for row in rows["mentions"].to_pylist():
        mentions[row["naId"]].append(Mention(row["mentioned"], row["statement"]))
    chunks = chunks_by_record(rows["chunks"])
    return tuple(
        PreparedRecord(
            catalog_record(row, file_name, edges[row["naId"]], mentions[row["naId"]]),
            *chunks[row["naId"]],
        )
        for row in rows["records"].to_pylist()
    )


def catalog_record(
    row: dict[str, Any], file_name: str, edges: list[Edge], mentions: list[Mention]
) -> CatalogRecord:
    """Return the record that a row represents."""
    return CatalogRecord(
        na_id=row["naId"],
        type=stated_type(row),
        file_name=file_name,
        line_num=row["line_num"],
        properties=msgspec.json.decode(row["properties"]),
        text=row["text"],
        cut_chars=row["cutChars"],
        references=References((), tuple(edges), tuple(mentions), row["unnumbered"]),
        record_hash=row["recordHash"],
        canonical_length=row["canonicalLength"],
    )


def stated_type(row: dict[str, Any]) -> CatalogType:
    """Return the type that a row states."""
    if row["recordType"] == RecordType.DESCRIPTION:
        return LevelOfDescription(row["type"])
    return AuthorityType(row["type"])


def chunks_by_record(
    table: pa.Table,
) -> dict[int, tuple[tuple[str, ...], Any, tuple[str | None, ...]]]:
    """Return each record's chunks, in order, with the vectors and any extracted names."""
    na_ids = table["naId"].to_numpy()
    texts = table["text"].to_pylist()
    dimension = table.schema.field("embedding").type.list_size
    flat = table["embedding"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    vectors = flat.reshape(-1, dimension)
    names = table["names"].to_pylist() if "names" in table.column_names else []
    starts = np.flatnonzero(np.diff(na_ids, prepend=-1))
    return {
        int(na_ids[start]): (
            tuple(texts[start:end]),
            vectors[start:end],
            tuple(names[start:end]),
        )
        for start, end in pairwise([*starts, len(na_ids)])
    }


def noted_lines(rows: Rows, file_name: str) -> tuple[NotedLine, ...]:
    """Return the noted lines in a batch."""
    return tuple(
        NotedLine(
            row["naId"], file_name, row["line_num"], row["recordHash"], row["canonicalLength"]
        )
        for row in rows["noted"].to_pylist()
    )


def rejected_lines(rows: Rows, file_name: str) -> tuple[RejectedLine, ...]:
    """Return the rejected lines in a batch."""
    return tuple(
        RejectedLine(file_name, row["line_num"], row["reason"], row["begins"], row["naId"])
        for row in rows["rejected"].to_pylist()
    )
