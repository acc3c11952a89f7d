"""What a database has already, as a file for machines that have none: naIds and hashes.

Parquet of two columns, `naId` and `recordHash` (the 32 bytes of the SHA-256), by naId.
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
from ingest.write.stored import Stored
from narabot.errors import UnreadableSourceError
from narabot.graph import Graph, load_query

HASH_BYTES = 32
SCHEMA = pa.schema([("naId", pa.int64()), ("recordHash", pa.binary(HASH_BYTES))])
ROWS_AT_ONCE = 20_000
OUTDONE = -1
"""Characters: whatever line comes for a known record with another hash is fuller."""


class NothingKnown:
    """A graph that is not there yet."""

    def stored(self, _: object) -> dict[int, Stored]:
        """Return nothing."""
        return {}

    def progress(self, _: object) -> dict[str, Progress]:
        """Return that no shard has been read."""
        return {}


@dataclass(frozen=True, slots=True)
class KnownRecords:
    """Records of a database, by naId; 40 bytes each: 0.8 GB for 20 million."""

    na_ids: np.ndarray[tuple[int], np.dtype[np.int64]]
    """Ascending."""
    hashes: np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    digest: str
    """SHA-256 of the file."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what is known of some records."""
        wanted = sorted(set(na_ids))
        places = np.searchsorted(self.na_ids, wanted)
        return {
            na_id: stored_of(na_id, self.hashes[place].tobytes().hex())
            for na_id, place in zip(wanted, places, strict=True)
            if place < len(self.na_ids) and self.na_ids[place] == na_id
        }

    def progress(self, _: object) -> dict[str, Progress]:
        """Return that no shard has been read."""
        return {}


def stored_of(na_id: int, record_hash: str) -> Stored:
    """Return a record as deciding about a new line needs it: the same, or outdone."""
    return Stored(na_id, record_hash, OUTDONE, "", 0, (), (), Counter())


def write_known(graph: Graph, to: Path) -> int:
    """Write the list of all full records, and return how many they are. Raises DataFolderError."""
    count = 0
    part = to.with_name(f".{to.name}.part")
    with writable(to.parent):
        to.parent.mkdir(parents=True, exist_ok=True)
        with pq.ParquetWriter(part, SCHEMA, compression="zstd") as writer:
            for rows in known_rows(graph):
                writer.write_table(rows)
                count += rows.num_rows
        part.replace(to)
    return count


def known_rows(graph: Graph) -> Iterator[pa.Table]:
    """Yield the full records of a graph by naId, some at a time."""
    after = 0
    query = load_query("ingest", "known_records")
    while rows := graph.read(query, after=after, limit=ROWS_AT_ONCE):
        after = rows[-1]["naId"]
        hashes = [bytes.fromhex(row["recordHash"]) for row in rows]
        yield pa.Table.from_pydict(
            {"naId": [row["naId"] for row in rows], "recordHash": hashes}, SCHEMA
        )


def read_known(path: Path) -> KnownRecords:
    """Return the records of a list. Raises UnreadableSourceError for a file that is none."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        table = pq.read_table(path)
    except (OSError, pa.ArrowException) as error:
        raise UnreadableSourceError(
            f"{path} cannot be read as a list of known records ({error}). Make it with "
            "`narabot known`."
        ) from error
    if not table.schema.equals(SCHEMA):
        raise UnreadableSourceError(
            f"{path} is no list of known records. Make it with `narabot known`."
        )
    na_ids = table["naId"].to_numpy()
    column = table["recordHash"].cast(pa.large_binary()).combine_chunks()
    flat = column.buffers()[2] if len(column) else b""
    hashes = np.frombuffer(flat, dtype=np.uint8).reshape(-1, HASH_BYTES)
    return KnownRecords(na_ids, hashes, digest)
