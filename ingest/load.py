"""Write batches to Neo4j, each in one managed transaction; running one twice changes nothing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import neo4j

from ingest.parse import CatalogRecord
from ingest.plan import BatchPlan, PreparedRecord, mentioned, place_row, plan_batch
from ingest.stored import Decision, Stored, decide, stored_record
from narabot.graph import Graph, load_query, named_errors

INDEX_WAIT_S = 3600
"""How long a vector index may take to come online after a large ingest."""

STATEMENTS = (
    ("clear_records", "cleared", "naIds"),
    ("delete_orphans", "orphans", "naIds"),
    ("write_chunks", "chunks", "rows"),
    ("write_stubs", "stubs", "rows"),
    ("write_mention_counts", "counts", "rows"),
    ("write_places", "moved", "rows"),
    ("link_next", "next_pairs", "rows"),
    ("link_records", "edges", "rows"),
)
"""Statement, the plan's list that it takes, and the parameter's name; in this order."""


@dataclass(frozen=True, slots=True)
class Loader:
    """Writes prepared records to one graph."""

    graph: Graph

    def stored(self, na_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what the graph has of some records."""
        rows = self.graph.read(load_query("ingest", "stored_records"), naIds=sorted(set(na_ids)))
        return {row["naId"]: stored_record(row) for row in rows}

    def decisions(
        self, records: Sequence[CatalogRecord], read_before: Collection[str]
    ) -> list[Decision]:
        """Return what is to be done with each line of a batch, without writing."""
        stored = self.stored(record.na_id for record in records)
        return [decide(record, stored.get(record.na_id), read_before) for record in records]

    def write(
        self,
        batch: Sequence[PreparedRecord],
        moved: Sequence[CatalogRecord],
        read_before: Collection[str],
    ) -> None:
        """Write a batch (no two records of one naId) in one transaction.

        `moved` are records of which only the place has changed.

        What the graph has is read again under locks, so that two runs at once do no harm.
        """
        with named_errors(self.graph.connection), self.graph.session() as session:
            session.execute_write(write_batch, batch, moved, frozenset(read_before))

    def await_indexes(self) -> None:
        """Wait until what was written can be found."""
        with named_errors(self.graph.connection), self.graph.session() as session:
            session.run(load_query("ingest", "await_indexes"), seconds=INDEX_WAIT_S).consume()


def write_batch(
    transaction: neo4j.ManagedTransaction,
    batch: Sequence[PreparedRecord],
    moved: Sequence[CatalogRecord],
    read_before: frozenset[str],
) -> None:
    """Lock, decide, plan and write one batch."""
    stored = lock(transaction, [prepared.record.na_id for prepared in batch])
    decided = [
        (prepared, decide(prepared.record, stored.get(prepared.record.na_id), read_before))
        for prepared in batch
    ]
    stored = lock(transaction, others(decided, stored)) | stored
    plan = plan_batch(decided, stored)
    plan.moved = [place_row(record) for record in moved]
    run_plan(transaction, plan)


def others(
    decided: Sequence[tuple[PreparedRecord, Decision]], stored: Mapping[int, Stored]
) -> set[int]:
    """Return the naIds that a batch mentions, or that the lines it replaces mentioned."""
    found: set[int] = set()
    for prepared, decision in decided:
        if decision in {Decision.ADD, Decision.REPLACE}:
            found.update(mention.na_id for mention in prepared.record.references.mentions)
            before = stored.get(prepared.record.na_id)
            found.update(mentioned(key) for key in (before.lends if before else ()))
    return found - stored.keys()


def lock(transaction: neo4j.ManagedTransaction, na_ids: Iterable[int]) -> dict[int, Stored]:
    """Make and lock the records' first nodes, in naId order, and return what they hold."""
    rows = transaction.run(load_query("ingest", "lock_records"), naIds=sorted(set(na_ids)))
    return {row["naId"]: stored_record(row.data()) for row in rows}


def run_plan(transaction: neo4j.ManagedTransaction, plan: BatchPlan) -> None:
    """Run the statements for which a plan has rows."""
    for name, rows_name, parameter in STATEMENTS:
        rows: list[Any] = getattr(plan, rows_name)
        if rows:
            transaction.run(load_query("ingest", name), {parameter: rows}).consume()
