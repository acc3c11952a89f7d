"""A list of the records in a database, for machines without access to the database.

The list is a Parquet file with two columns, sorted by naId: `naId` and `recordHash` (the 32 bytes
of the SHA-256 digest).
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ingest.disk import writable
from ingest.write.batch import Progress
from ingest.write.decisions import StoredRecord
from narabot.errors import UnreadableSourceError
from narabot.graph import Graph, load_query

HASH_BYTES = 32
SCHEMA = pa.schema([("naId", pa.int64()), ("recordHash", pa.binary(HASH_BYTES))])
ROWS_PER_QUERY = 20_000
UNKNOWN_LENGTH = -1
"""Assumed canonical length of a listed record. Any line with a different hash is then longer."""


class EmptyGraph:
    """Represents a graph that does not exist yet."""

    def stored(self, _: object) -> dict[int, StoredRecord]:
        """Return an empty mapping, because no record has been loaded."""
        return {}

    def progress(self, _: object) -> dict[str, Progress]:
        """Return an empty mapping, because no shard has been loaded."""
        return {}


@dataclass(frozen=True, slots=True)
class LoadedRecords:
    """The records in a database. Each record takes 40 bytes, so 20 million records take 0.8 GB."""

    na_ids: np.ndarray[tuple[int], np.dtype[np.int64]]
    """The records' naIds, in ascending order."""
    hashes: np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    digest: str
    """SHA-256 digest of the list's file."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, StoredRecord]:
        """Return the listed records that have the specified naIds."""
        wanted = sorted(set(na_ids))
        places = np.searchsorted(self.na_ids, wanted)
        return {
            na_id: stored_record(na_id, self.hashes[place].tobytes().hex())
            for na_id, place in zip(wanted, places, strict=True)
            if place < len(self.na_ids) and self.na_ids[place] == na_id
        }

    def progress(self, _: object) -> dict[str, Progress]:
        """Return an empty mapping, because the list does not contain shards."""
        return {}


def stored_record(na_id: int, record_hash: str) -> StoredRecord:
    """Return a listed record as a stored record, which any line with a different hash replaces."""
    return StoredRecord(na_id, record_hash, UNKNOWN_LENGTH, "", 0, (), (), Counter())


def write_loaded_records(graph: Graph, to: Path) -> int:
    """Write a list of all records except stubs, and return the number of records.

    Raise DataFolderError.
    """
    count = 0
    part = to.with_name(f".{to.name}.part")
    with writable(to.parent):
        to.parent.mkdir(parents=True, exist_ok=True)
        with pq.ParquetWriter(part, SCHEMA, compression="zstd") as writer:
            for rows in loaded_rows(graph):
                writer.write_table(rows)
                count += rows.num_rows
        part.replace(to)
    return count


def loaded_rows(graph: Graph) -> Iterator[pa.Table]:
    """Yield all records except stubs in a graph, as tables ordered by naId."""
    after = 0
    query = load_query("ingest", "known_records")
    while rows := graph.read(query, after=after, limit=ROWS_PER_QUERY):
        after = rows[-1]["naId"]
        hashes = [bytes.fromhex(row["recordHash"]) for row in rows]
        yield pa.Table.from_pydict(
            {"naId": [row["naId"] for row in rows], "recordHash": hashes}, SCHEMA
        )


def read_loaded_records(path: Path) -> LoadedRecords:
    """Return the records in a list. Raise UnreadableSourceError for an invalid file."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        table = pq.read_table(path)
    except (OSError, pa.ArrowException) as error:
        raise UnreadableSourceError(
            f"{path} cannot be read as a list of loaded records ({error}). Create it with "
            "`narabot export-loaded`."
        ) from error
    if not table.schema.equals(SCHEMA):
        raise UnreadableSourceError(
            f"{path} is not a list of loaded records. Create it with `narabot export-loaded`."
        )
    na_ids = table["naId"].to_numpy()
    column = table["recordHash"].cast(pa.large_binary()).combine_chunks()
    flat = column.buffers()[2] if len(column) else b""
    hashes = np.frombuffer(flat, dtype=np.uint8).reshape(-1, HASH_BYTES)
    return LoadedRecords(na_ids, hashes, digest)
