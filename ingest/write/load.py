"""Write batches to Neo4j, each in one managed transaction; running one twice changes nothing.

A batch that the database refuses is halved until the record that it refuses is alone.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, LiteralString, TypeVar

import neo4j
from neo4j.exceptions import ClientError, DatabaseError
from tenacity import Retrying

from ingest.read.lines import Place
from ingest.read.shard import SHOWN_CHARS, RejectedLine
from ingest.releases.changes import Described, described
from ingest.write.batch import Batch, Outcome, Progress, lock, mentioned_before, mentioned_by, own
from ingest.write.plan import BatchPlan, plan_batch
from ingest.write.stored import Decision, Stored, Verdict, judge, stored_record
from narabot.errors import GraphMemoryError
from narabot.graph import Graph, load_query, named_errors
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
    release: str | None = None
    """That of all lines, if it was named."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what the graph has of some full records, as far as judging lines needs."""
        wanted = sorted(set(na_ids))
        rows = self.retrying(self.graph.read, load_query("ingest", "judged_records"), naIds=wanted)
        return {row["naId"]: stored_record(row) for row in rows}

    def progress(self, file_names: Sequence[str]) -> dict[str, Progress]:
        """Return how far some shards have come; nothing of those that are new."""
        query = load_query("ingest", "shard_progress")
        rows = self.retrying(self.graph.read, query, file_names=file_names)
        return {row["file_name"]: stored_progress(row) for row in rows}

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
            return session.execute_write(write_batch, batch, self.release)


def stored_progress(row: Row) -> Progress:
    """Return what a row says of a shard."""
    return Progress(
        row["file_name"],
        row["digest"],
        Place(row["line_num"], row["offset"]),
        row["records"],
        row["rejected"],
        row["done"],
        row["release"],
    )


def without_refused(batch: Batch, error: Exception) -> Batch:
    """Return a batch of one record with the record's line rejected."""
    record = batch.written[0].record
    reason = f"the database refuses it: {getattr(error, 'message', None) or error}"
    refused = RejectedLine(
        record.file_name,
        record.line_num,
        reason[:SHOWN_CHARS],
        record.text[:SHOWN_CHARS],
        record.na_id,
    )
    return replace(batch, written=(), rejected=(*batch.rejected, refused))


def write_batch(
    transaction: neo4j.ManagedTransaction, batch: Batch, release: str | None = None
) -> Outcome:
    """Lock, decide again, plan and write one batch.

    What the graph has is read again under locks, so that two sessions at once do no harm.
    """
    stored = lock(transaction, own(batch), mentioned_by(batch))
    verdicts = judge([one.record for one in batch.written], stored, release)
    written = [
        (prepared, verdict)
        for prepared, verdict in zip(batch.written, verdicts, strict=True)
        if verdict.is_written
    ]
    stored |= lock(transaction, set(), mentioned_before(verdicts) - stored.keys())
    noted = judge(batch.noted, stored, release)
    before = read_described(transaction, verdicts) if release else {}
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


def read_described(
    transaction: neo4j.ManagedTransaction, verdicts: Iterable[Verdict]
) -> dict[int, Described]:
    """Return all that the graph says of the records that are replaced."""
    replaced = [one.line.na_id for one in verdicts if one.decision is Decision.REPLACE]
    rows = transaction.run(load_query("ingest", "described_records"), naIds=replaced)
    return {row["naId"]: described(row.data()) for row in rows}


def keep_rejected(
    transaction: neo4j.ManagedTransaction, rejected: Iterable[RejectedLine], release: str
) -> None:
    """Note that a release has lines for some records, though they cannot be read."""
    na_ids = [line.na_id for line in rejected if line.na_id is not None]
    if na_ids:
        query = load_query("ingest", "keep_rejected")
        transaction.run(query, naIds=na_ids, release=release).consume()


def run_plan(transaction: neo4j.ManagedTransaction, plan: BatchPlan) -> None:
    """Run the statements for which a plan has rows."""
    for name, rows_name, parameter in STATEMENTS:
        rows: list[Any] = getattr(plan, rows_name)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            send(transaction, load_query("ingest", name), parameter, some)
    for relation, pairs in plan.edges.items():
        send(transaction, load_query("ingest", "link", relation), "rows", pairs)


def send(
    transaction: neo4j.ManagedTransaction, query: LiteralString, parameter: str, rows: list[Any]
) -> None:
    """Run a statement for some rows. Raises RefusedRowError for what the driver cannot send."""
    try:
        transaction.run(query, {parameter: Unprinted(rows)}).consume()
    except (ValueError, TypeError, OverflowError) as error:
        raise RefusedRowError(str(error)) from error


def run_bookkeeping(transaction: neo4j.ManagedTransaction, batch: Batch) -> None:
    """Write rejected lines and how far the shards have come."""
    if batch.begins:
        query = load_query("ingest", "forget_rejected")
        transaction.run(query, file_names=batch.begins).consume()
    if batch.rejected:
        rows = [line.row for line in batch.rejected]
        transaction.run(load_query("ingest", "write_rejected"), rows=rows).consume()
    if batch.progress:
        query = load_query("ingest", "write_progress")
        transaction.run(query, rows=[shard.row for shard in batch.progress]).consume()
