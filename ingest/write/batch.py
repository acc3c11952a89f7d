"""A write transaction's input and outcome, and the stored records that the transaction needs."""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

import neo4j

from ingest.parse.mentions import na_id_of_key
from ingest.read.lines import Position
from ingest.read.shard import RejectedLine
from ingest.write.batch_plan import PreparedRecord
from ingest.write.decisions import Decision, LineIdentity, StoredRecord, Verdict, parse_stored
from narabot.graph import load_query
from narabot.models import Row


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a shard is in the graph. Each batch and the new progress share a transaction."""

    file_name: str
    digest: str
    """Digest of the shard's lines. See `ingest.read.survey`."""
    end: Position
    records: int = 0
    """Number of valid records since the beginning of the shard."""
    rejected: int = 0
    is_done: bool = False
    release: str | None = None
    """The release for which the shard was loaded, or `None`."""

    def is_of(self, digest: str | None, release: str | None) -> bool:
        """Return whether this progress belongs to the same lines and the same release.

        Without a release, any release matches.
        """
        return self.digest == digest and release in {None, self.release}

    @property
    def row(self) -> Row:
        """The row for `queries/write_progress.cypher`."""
        return {
            "file_name": self.file_name,
            "digest": self.digest,
            "line_num": self.end.line_num,
            "offset": self.end.offset,
            "records": self.records,
            "rejected": self.rejected,
            "done": self.is_done,
            "release": self.release,
        }


@dataclass(frozen=True, slots=True)
class Batch:
    """The data that one transaction writes. No naId occurs twice."""

    written: tuple[PreparedRecord, ...] = ()
    noted: tuple[LineIdentity, ...] = ()
    """Lines that update only where a record is found: its file and line, or its other files."""
    rejected: tuple[RejectedLine, ...] = ()
    progress: tuple[Progress, ...] = ()
    """Progress of the shards that contain the lines."""
    begins: tuple[str, ...] = ()
    """Shards that begin with this batch.

    Rejected lines from earlier runs of these shards are deleted.
    """

    @property
    def is_empty(self) -> bool:
        """Whether the batch has nothing to write."""
        is_done = any(shard.is_done for shard in self.progress)
        return not (self.written or self.noted or self.rejected or is_done or self.begins)


@dataclass(slots=True)
class Outcome:
    """The changes that a batch made."""

    decisions: Counter[Decision] = field(default_factory=Counter)
    written: list[PreparedRecord] = field(default_factory=list)
    rejected: list[RejectedLine] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Add the changes from another batch."""
        self.decisions += other.decisions
        self.written += other.written
        self.rejected += other.rejected


def batch_na_ids(batch: Batch) -> set[int]:
    """Return the naIds of the records that a batch's lines contain."""
    written = {prepared.record.na_id for prepared in batch.written}
    return written | {line.na_id for line in batch.noted}


def mentioned_na_ids(batch: Batch) -> set[int]:
    """Return the naIds that a batch's lines mention."""
    return {
        mention.na_id
        for prepared in batch.written
        for mention in prepared.record.references.mentions
    }


def previously_mentioned(verdicts: Iterable[Verdict]) -> set[int]:
    """Return the naIds that the replaced lines mentioned."""
    return {
        na_id_of_key(key)
        for verdict in verdicts
        if verdict.is_written and verdict.stored is not None
        for key in verdict.stored.lends
    }


def lock_records(
    transaction: neo4j.ManagedTransaction, own: Set[int], mentioned: Set[int]
) -> dict[int, StoredRecord]:
    """Create and lock each record's first node, in naId order, and return the records' stored data.

    A mentioned record that is not a stub is not locked, because a mention does not change it. With
    such locks, all sessions would wait for each other at the series that contains their records.
    """
    known = read_stored(transaction, "stored_records", mentioned - own)
    full = {na_id: stored for na_id, stored in known.items() if stored.record_hash is not None}
    return full | read_stored(transaction, "lock_records", own | mentioned - full.keys())


def read_stored(
    transaction: neo4j.ManagedTransaction, query: str, na_ids: Set[int]
) -> dict[int, StoredRecord]:
    """Run a query, and return the stored data of the specified records."""
    if not na_ids:
        return {}
    rows = transaction.run(load_query("ingest", query), naIds=sorted(na_ids))
    return {row["naId"]: parse_stored(row.data()) for row in rows}
