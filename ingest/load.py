"""Write batches to Neo4j, each in one managed transaction; running one twice changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import neo4j

from ingest.parse import CatalogRecord
from ingest.plan import BatchPlan, PreparedRecord, mentioned, plan_batch
from ingest.stored import Stored, Verdict, judge, stored_record
from narabot.graph import Graph, load_query, named_errors

INDEX_WAIT_S = 3600
"""How long a vector index may take to come online after a large ingest."""

STATEMENTS = (
    ("clear_records", "cleared", "naIds"),
    ("delete_orphans", "orphans", "naIds"),
    ("write_chunks", "chunks", "rows"),
    ("write_stubs", "stubs", "rows"),
    ("write_mention_counts", "counts", "rows"),
    ("write_places", "places", "rows"),
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

    def write(self, batch: Sequence[PreparedRecord], noted: Sequence[CatalogRecord]) -> None:
        """Write a batch (no two records of one naId) in one transaction.

        Of the `noted` records only the place is written, or that their file has a line too. What
        the graph has is read again under locks, so that two runs at once do no harm.
        """
        with named_errors(self.graph.connection), self.graph.session() as session:
            session.execute_write(write_batch, batch, noted)

    def await_indexes(self) -> None:
        """Wait until what was written can be found."""
        with named_errors(self.graph.connection), self.graph.session() as session:
            session.run(load_query("ingest", "await_indexes"), seconds=INDEX_WAIT_S).consume()


def write_batch(
    transaction: neo4j.ManagedTransaction,
    batch: Sequence[PreparedRecord],
    noted: Sequence[CatalogRecord],
) -> None:
    """Lock, decide, plan and write one batch."""
    records = [prepared.record for prepared in batch]
    stored = lock(transaction, [record.na_id for record in (*records, *noted)])
    verdicts = zip(batch, judge(records, stored), strict=True)
    written = [(prepared, verdict) for prepared, verdict in verdicts if verdict.is_written]
    stored |= lock(transaction, others([verdict for _, verdict in written]) - stored.keys())
    still_noted = [verdict for verdict in judge(noted, stored) if verdict.is_noted]
    run_plan(transaction, plan_batch(written, still_noted, stored))


def others(written: Iterable[Verdict]) -> set[int]:
    """Return the naIds that some lines mention, or that the lines they replace mentioned."""
    found: set[int] = set()
    for verdict in written:
        found.update(mention.na_id for mention in verdict.record.references.mentions)
        if verdict.stored is not None:
            found.update(mentioned(key) for key in verdict.stored.lends)
    return found


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
