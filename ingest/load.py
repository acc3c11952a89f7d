"""Write batches to Neo4j, each in one managed transaction; running one twice changes nothing.

A batch that the database refuses is halved until the record that it refuses is alone.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import neo4j
from neo4j.exceptions import ClientError, DatabaseError
from tenacity import Retrying

from ingest.batch import Batch, Outcome, Progress
from ingest.lines import Place
from ingest.mentions import mentioned
from ingest.plan import BatchPlan, plan_batch
from ingest.shard import SHOWN_CHARS, RejectedLine
from ingest.stored import Stored, Verdict, judge, stored_record
from narabot.errors import GraphMemoryError
from narabot.graph import Graph, load_query, named_errors
from narabot.models import Row

Returned = TypeVar("Returned")

STATEMENTS = (
    ("clear_records", "cleared", "naIds"),
    ("delete_orphans", "orphans", "naIds"),
    ("write_chunks", "chunks", "rows"),
    ("write_stubs", "stubs", "rows"),
    ("write_mention_counts", "counts", "rows"),
    ("write_places", "places", "rows"),
    ("write_unsettled", "unsettled", "rows"),
)
"""Statement, the plan's list that it takes, and the parameter's name; in this order."""

ROWS_AT_ONCE = 2000
"""In one statement, so that the database needs no more memory for it."""


class RefusedRowError(Exception):
    """The driver cannot send a row."""


REFUSALS = (ClientError, DatabaseError, GraphMemoryError, RefusedRowError)
"""What a row raises that the database, or the driver before it, does not take."""


class Unprinted(list[Any]):
    """A list whose `repr` is short.

    The driver puts the `repr` of all parameters together for its debug log, also when there is
    none; for vectors that took longer than to send them.
    """

    def __repr__(self) -> str:
        """Return the number of rows."""
        return f"<{len(self)} rows>"


@dataclass(frozen=True, slots=True)
class Loader:
    """Writes batches to one graph."""

    graph: Graph
    retrying: Retrying
    """How long to wait for a database that does not answer; see `patience`."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what the graph has of some full records, as far as judging lines needs."""
        wanted = sorted(set(na_ids))
        rows = self.retrying(self.graph.read, load_query("ingest", "judged_records"), naIds=wanted)
        return {row["naId"]: stored_record(row) for row in rows}

    def progress(self, file_name: str) -> Progress | None:
        """Return how far a shard has come."""
        query = load_query("ingest", "shard_progress")
        rows = self.retrying(self.graph.read, query, file_name=file_name)
        return stored_progress(file_name, rows[0]) if rows else None

    def unsettled(self, file_names: Sequence[str]) -> dict[str, set[int]]:
        """Return the naIds for which the lines of some shards are to be read once more."""
        query = load_query("ingest", "unsettled_records")
        found: dict[str, set[int]] = {}
        for row in self.retrying(self.graph.read, query, files=file_names):
            for name in row["files"]:
                found.setdefault(name, set()).add(row["naId"])
        return found

    def settle(self, file_names: Sequence[str]) -> None:
        """Note that some shards have been read for the records that were unsettled."""
        query = load_query("ingest", "settle_records")
        self.retrying(self.graph.write, query, files=file_names)

    def write(self, batch: Batch) -> Outcome:
        """Write a batch and return what it changed; what cannot be written is rejected.

        Raises GraphUnavailableError when the database does not answer for too long.
        """
        try:
            return self.retrying(self._transact, batch)
        except REFUSALS as error:
            if not batch.written:
                raise
            if len(batch.written) == 1:
                return self.write(without_refused(batch, error))
        half = len(batch.written) // 2
        outcome = self.write(Batch(written=batch.written[:half]))
        outcome.add(self.write(replace(batch, written=batch.written[half:])))
        return outcome

    def _transact(self, batch: Batch) -> Outcome:
        """Write a batch; all of it or nothing."""
        with named_errors(self.graph.connection), self.graph.session() as session:
            return session.execute_write(write_batch, batch)


def stored_progress(file_name: str, row: Row) -> Progress:
    """Return what a row says of a shard."""
    end = Place(row["line_num"], row["offset"])
    return Progress(file_name, row["digest"], end, row["records"], row["rejected"], row["done"])


def without_refused(batch: Batch, error: Exception) -> Batch:
    """Return a batch of one record with the record's line rejected."""
    record = batch.written[0].record
    reason = f"the database refuses it: {getattr(error, 'message', None) or error}"
    refused = RejectedLine(
        record.file_name, record.line_num, reason[:SHOWN_CHARS], record.text[:SHOWN_CHARS]
    )
    return replace(batch, written=(), rejected=(*batch.rejected, refused))


def write_batch(transaction: neo4j.ManagedTransaction, batch: Batch) -> Outcome:
    """Lock, decide again, plan and write one batch.

    What the graph has is read again under locks, so that two sessions at once do no harm.
    """
    stored = lock(transaction, own(batch), mentioned_by(batch))
    verdicts = judge([one.record for one in batch.written], stored)
    written = [
        (prepared, verdict)
        for prepared, verdict in zip(batch.written, verdicts, strict=True)
        if verdict.is_written
    ]
    stored |= lock(transaction, set(), mentioned_before(verdicts) - stored.keys())
    noted = judge(batch.noted, stored)
    plan = plan_batch(written, [*verdicts, *noted], stored)
    run_plan(transaction, plan)
    run_bookkeeping(transaction, batch)
    return Outcome(
        Counter(verdict.decision for verdict in verdicts),
        [prepared for prepared, _ in written],
        list(batch.rejected),
    )


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


def run_plan(transaction: neo4j.ManagedTransaction, plan: BatchPlan) -> None:
    """Run the statements for which a plan has rows."""
    for name, rows_name, parameter in STATEMENTS:
        rows: list[Any] = getattr(plan, rows_name)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            send(transaction, name, parameter, rows[start : start + ROWS_AT_ONCE])
    for relation, pairs in plan.edges.items():
        send(transaction, f"link_{relation}", "rows", pairs)


def send(transaction: neo4j.ManagedTransaction, name: str, parameter: str, rows: list[Any]) -> None:
    """Run a statement for some rows. Raises RefusedRowError for what the driver cannot send."""
    try:
        transaction.run(load_query("ingest", name), {parameter: Unprinted(rows)}).consume()
    except (ValueError, TypeError, OverflowError) as error:
        raise RefusedRowError(str(error)) from error


def run_bookkeeping(transaction: neo4j.ManagedTransaction, batch: Batch) -> None:
    """Write rejected lines and the shard's progress."""
    if batch.begins is not None:
        query = load_query("ingest", "forget_rejected")
        transaction.run(query, file_name=batch.begins).consume()
    if batch.rejected:
        rows = [asdict(line) for line in batch.rejected]
        transaction.run(load_query("ingest", "write_rejected"), rows=rows).consume()
    if batch.progress is not None:
        query = load_query("ingest", "write_progress")
        transaction.run(query, row=batch.progress.row).consume()
