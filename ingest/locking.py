"""What a transaction that writes a batch reads first: what the graph has, under write locks."""

from collections.abc import Iterable, Set

import neo4j

from ingest.batch import Batch
from ingest.mentions import mentioned
from ingest.stored import Stored, Verdict, stored_record
from narabot.graph import load_query


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
