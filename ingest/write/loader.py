"""Write batches to Neo4j, each in one managed transaction. Writing a batch twice changes nothing.

A batch that the database rejects is halved until the rejected record is isolated.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, LiteralString, TypeVar

import neo4j
from neo4j.exceptions import ClientError, DatabaseError
from tenacity import Retrying

from ingest.read.lines import Position
from ingest.read.shard import REJECTED_CHARS, RejectedLine
from ingest.releases.changes import RecordContent, record_content
from ingest.write.batch import (
    Batch,
    Outcome,
    Progress,
    batch_na_ids,
    lock_records,
    mentioned_na_ids,
    previously_mentioned,
)
from ingest.write.batch_plan import BatchPlan, plan_batch
from ingest.write.decisions import Decision, StoredRecord, Verdict, judge, parse_stored
from narabot.errors import GraphMemoryError
from narabot.graph import Graph, load_query, translate_errors
from narabot.models import Row

Returned = TypeVar("Returned")

STATEMENTS = (
    ("forget_texts", "cleared", "naIds"),
    ("clear_records", "cleared", "naIds"),
    ("delete_orphans", "orphans", "naIds"),
    ("write_chunks", "chunks", "rows"),
    ("write_stubs", "stubs", "rows"),
    ("write_mention_counts", "counts", "rows"),
    ("write_places", "places", "rows"),
    ("write_unsettled", "unsettled", "rows"),
)
"""Statements in order, each with the names of its plan field and query parameter."""

ROWS_PER_STATEMENT = 2000
"""Maximum number of rows in one statement, to limit the database's memory use."""


class RefusedRowError(Exception):
    """The driver cannot send a row."""


WRITE_REFUSALS = (ClientError, DatabaseError, GraphMemoryError, RefusedRowError)
"""Exceptions raised when the database or the driver does not accept a row."""


class ShortReprList(list[Any]):
    """A list with a short `repr`.

    The driver computes the `repr` of all parameters for its debug log, even if the log is disabled.
    For vectors, computing the `repr` took longer than sending the data.
    """

    def __repr__(self) -> str:
        """Return the number of rows."""
        return f"<{len(self)} rows>"


@dataclass(frozen=True, slots=True)
class Loader:
    """Writes batches to one graph."""

    graph: Graph
    retrying: Retrying
    """The policy for retrying requests to an unreachable database. See `database_retrying`."""
    release: str | None = None
    """The release to which all lines belong, or `None`."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, StoredRecord]:
        """Return the stored data needed to judge new lines, for records that are not stubs."""
        wanted = sorted(set(na_ids))
        rows = self.retrying(self.graph.read, load_query("ingest", "judged_records"), naIds=wanted)
        return {row["naId"]: parse_stored(row) for row in rows}

    def progress(self, file_names: Sequence[str]) -> dict[str, Progress]:
        """Return the progress of the specified shards. New shards are omitted."""
        query = load_query("ingest", "shard_progress")
        rows = self.retrying(self.graph.read, query, file_names=file_names)
        return {row["file_name"]: stored_progress(row) for row in rows}

    def unsettled(self, file_names: Sequence[str]) -> dict[str, set[int]]:
        """Return, for each shard, the naIds of records whose lines must be read again."""
        query = load_query("ingest", "unsettled_records")
        found: dict[str, set[int]] = {}
        for row in self.retrying(self.graph.read, query, files=file_names):
            for name in row["files"]:
                found.setdefault(name, set()).add(row["naId"])
        return found

    def settle(self, file_names: Sequence[str]) -> None:
        """Mark the shards' unsettled records as settled."""
        query = load_query("ingest", "settle_records")
        self.retrying(self.graph.write, query, files=file_names)

    def write(self, batch: Batch) -> Outcome:
        """Write a batch, and return its changes. Records that cannot be written are rejected.

        Raise GraphUnavailableError if the database is unreachable for too long.
        """
        try:
            return self.retrying(self._transact, batch)
        except WRITE_REFUSALS as error:
            if not batch.written:
                raise
            if len(batch.written) == 1:
                return self.write(without_refused(batch, error))
        half = len(batch.written) // 2
        outcome = self.write(Batch(written=batch.written[:half]))
        outcome.add(self.write(replace(batch, written=batch.written[half:])))
        return outcome

    def _transact(self, batch: Batch) -> Outcome:
        """Write a batch atomically."""
        with translate_errors(self.graph.connection), self.graph.session() as session:
            return session.execute_write(write_batch, batch, self.release)


def stored_progress(row: Row) -> Progress:
    """Return the progress from a row."""
    return Progress(
        row["file_name"],
        row["digest"],
        Position(row["line_num"], row["offset"]),
        row["records"],
        row["rejected"],
        row["done"],
        row["release"],
    )


def without_refused(batch: Batch, error: Exception) -> Batch:
    """Return a one-record batch in which the record's line is rejected."""
    record = batch.written[0].record
    reason = f"the database rejected the record: {getattr(error, 'message', None) or error}"
    refused = RejectedLine(
        record.file_name,
        record.line_num,
        reason[:REJECTED_CHARS],
        record.text[:REJECTED_CHARS],
        record.na_id,
    )
    return replace(batch, written=(), rejected=(*batch.rejected, refused))


def write_batch(
    transaction: neo4j.ManagedTransaction, batch: Batch, release: str | None = None
) -> Outcome:
    """Lock the records in a batch, decide about each line again, and write the changes.

    The stored data is read again while locked, so that concurrent sessions do not conflict.
    """
    stored = lock_records(transaction, batch_na_ids(batch), mentioned_na_ids(batch))
    verdicts = judge([one.record for one in batch.written], stored, release)
    written = [
        (prepared, verdict)
        for prepared, verdict in zip(batch.written, verdicts, strict=True)
        if verdict.is_written
    ]
    stored |= lock_records(transaction, set(), previously_mentioned(verdicts) - stored.keys())
    noted = judge(batch.noted, stored, release)
    before = read_content(transaction, verdicts) if release else {}
    plan = plan_batch(written, [*verdicts, *noted], stored, before)
    run_plan(transaction, plan)
    run_bookkeeping(transaction, batch)
    if release:
        keep_rejected(transaction, batch.rejected, release)
    return Outcome(
        Counter(verdict.decision for verdict in verdicts),
        [prepared for prepared, _ in written],
        list(batch.rejected),
    )


def read_content(
    transaction: neo4j.ManagedTransaction, verdicts: Iterable[Verdict]
) -> dict[int, RecordContent]:
    """Return the stored content of the records that a batch replaces."""
    replaced = [one.line.na_id for one in verdicts if one.decision is Decision.REPLACE]
    rows = transaction.run(load_query("ingest", "described_records"), naIds=replaced)
    return {row["naId"]: record_content(row.data()) for row in rows}


def keep_rejected(
    transaction: neo4j.ManagedTransaction, rejected: Iterable[RejectedLine], release: str
) -> None:
    """Record that a release contains the records in the rejected lines."""
    na_ids = [line.na_id for line in rejected if line.na_id is not None]
    if na_ids:
        query = load_query("ingest", "keep_rejected")
        transaction.run(query, naIds=na_ids, release=release).consume()


def run_plan(transaction: neo4j.ManagedTransaction, plan: BatchPlan) -> None:
    """Run the statements for which a plan has rows."""
    for name, rows_name, parameter in STATEMENTS:
        rows: list[Any] = getattr(plan, rows_name)
        for start in range(0, len(rows), ROWS_PER_STATEMENT):
            some = rows[start : start + ROWS_PER_STATEMENT]
            send(transaction, load_query("ingest", name), parameter, some)
    for relation, pairs in plan.edges.items():
        send(transaction, load_query("ingest", "link", relation), "rows", pairs)


def send(
    transaction: neo4j.ManagedTransaction, query: LiteralString, parameter: str, rows: list[Any]
) -> None:
    """Run a statement for the specified rows.

    Raise RefusedRowError if the driver cannot send a row.
    """
    try:
        transaction.run(query, {parameter: ShortReprList(rows)}).consume()
    except (ValueError, TypeError, OverflowError) as error:
        raise RefusedRowError(str(error)) from error


def run_bookkeeping(transaction: neo4j.ManagedTransaction, batch: Batch) -> None:
    """Write rejected lines and the progress of the shards."""
    if batch.begins:
        query = load_query("ingest", "forget_rejected")
        transaction.run(query, file_names=batch.begins).consume()
    if batch.rejected:
        rows = [line.row for line in batch.rejected]
        transaction.run(load_query("ingest", "write_rejected"), rows=rows).consume()
    if batch.progress:
        query = load_query("ingest", "write_progress")
        transaction.run(query, rows=[shard.row for shard in batch.progress]).consume()
