"""One batch on its way into the graph: what is read of the graph first, and what came of it."""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

import neo4j

from ingest.parse.mentions import mentioned
from ingest.read.lines import Place
from ingest.read.shard import RejectedLine
from ingest.write.plan import PreparedRecord
from ingest.write.stored import Decision, Stored, Told, Verdict, stored_record
from narabot.graph import load_query
from narabot.models import Row


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a shard has come into the graph; written in the transaction of its batch."""

    file_name: str
    digest: str
    """Of the shard's lines; see `ingest.read.survey`."""
    end: Place
    records: int = 0
    """Lines that were records, since the shard's beginning."""
    rejected: int = 0
    is_done: bool = False
    release: str | None = None
    """The one that the shard was loaded for, if it was named."""

    def is_of(self, digest: str | None, release: str | None) -> bool:
        """Return whether it is that of these lines, for a release if one is named."""
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
    """What one transaction is to write; no two records of one naId."""

    written: tuple[PreparedRecord, ...] = ()
    noted: tuple[Told, ...] = ()
    """Lines of which only the place is written, or that their file has a line too."""
    rejected: tuple[RejectedLine, ...] = ()
    progress: tuple[Progress, ...] = ()
    """Of the shards that the lines are of."""
    begins: tuple[str, ...] = ()
    """The shards whose earlier rejected lines are forgotten with this batch."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing that the graph should know."""
        is_done = any(shard.is_done for shard in self.progress)
        return not (self.written or self.noted or self.rejected or is_done or self.begins)


@dataclass(slots=True)
class Outcome:
    """What a batch has changed."""

    decisions: Counter[Decision] = field(default_factory=Counter)
    written: list[PreparedRecord] = field(default_factory=list)
    rejected: list[RejectedLine] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Add what another batch has changed."""
        self.decisions += other.decisions
        self.written += other.written
        self.rejected += other.rejected


def own(batch: Batch) -> set[int]:
    """Return the naIds that a batch is about."""
    written = {prepared.record.na_id for prepared in batch.written}
    return written | {line.na_id for line in batch.noted}


def mentioned_by(batch: Batch) -> set[int]:
    """Return the naIds that the lines of a batch mention."""
    return {
        mention.na_id
        for prepared in batch.written
        for mention in prepared.record.references.mentions
    }


def mentioned_before(verdicts: Iterable[Verdict]) -> set[int]:
    """Return the naIds that the lines mentioned which are replaced."""
    return {
        mentioned(key)
        for verdict in verdicts
        if verdict.is_written and verdict.stored is not None
        for key in verdict.stored.lends
    }


def lock(
    transaction: neo4j.ManagedTransaction, own: Set[int], mentioned: Set[int]
) -> dict[int, Stored]:
    """Make and lock the records' first nodes, in naId order, and return what they hold.

    A full record is not locked for being mentioned: no mention changes it, and it stays full. Else
    all sessions would wait for each other at the series that all of their records are in.
    """
    known = read_stored(transaction, "stored_records", mentioned - own)
    full = {na_id: stored for na_id, stored in known.items() if stored.record_hash is not None}
    return full | read_stored(transaction, "lock_records", own | mentioned - full.keys())


def read_stored(
    transaction: neo4j.ManagedTransaction, query: str, na_ids: Set[int]
) -> dict[int, Stored]:
    """Return what a statement says that the graph has of some records."""
    if not na_ids:
        return {}
    rows = transaction.run(load_query("ingest", query), naIds=sorted(na_ids))
    return {row["naId"]: stored_record(row.data()) for row in rows}
