"""What the graph already has of a record, and which of two lines for one naId wins.

Pure; the rows come from `queries/lock_records.cypher` and `queries/stored_records.cypher`.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

from ingest.parse import CatalogRecord
from narabot.models import Row


@dataclass(frozen=True, slots=True)
class Stored:
    """A record as the graph has it."""

    na_id: int
    record_hash: str | None
    """`None` for a stub."""
    canonical_length: int
    file_name: str
    line_num: int
    lends: tuple[str, ...]
    """Keys of what the record's line said of others."""
    statements: Counter[str]
    """For a stub: what is said of it, and by how many lines."""


class Decision(Enum):
    """What is to be done with a line."""

    ADD = auto()
    REPLACE = auto()
    MOVE = auto()
    """The same record stands at another place: only `file_name` and `line_num` change."""
    KEEP = auto()
    """The graph has the same line at the same place."""
    LOSE = auto()
    """The graph has a fuller line."""


def stored_record(row: Row) -> Stored:
    """Return what a row says the graph has."""
    return Stored(
        na_id=row["naId"],
        record_hash=row["recordHash"],
        canonical_length=row["canonicalLength"] or 0,
        file_name=row["file_name"] or "",
        line_num=row["line_num"] or 0,
        lends=tuple(row["lends"] or ()),
        statements=Counter(
            dict(zip(row["mentions"] or (), row["mentionCounts"] or (), strict=True))
        ),
    )


def decide(record: CatalogRecord, stored: Stored | None, read_before: Collection[str]) -> Decision:
    """Return what is to be done with a line; `read_before` are this run's earlier file names.

    Between different files the fuller line wins, so that their order does not matter. A line of
    a file with the same name as one of an earlier run replaces what that file gave.
    """
    if stored is None or stored.record_hash is None:
        return Decision.ADD
    same_file = stored.file_name == record.file_name
    if stored.record_hash == record.record_hash:
        return decide_place(
            record, stored, replaces=same_file and stored.file_name not in read_before
        )
    if same_file and record.file_name not in read_before:
        return Decision.REPLACE
    return Decision.REPLACE if fullness(record) > stored_fullness(stored) else Decision.LOSE


def decide_place(record: CatalogRecord, stored: Stored, *, replaces: bool) -> Decision:
    """Return whether a line that the graph has is now said to stand elsewhere."""
    new, old = (record.file_name, record.line_num), (stored.file_name, stored.line_num)
    return Decision.MOVE if new < old or (replaces and new != old) else Decision.KEEP


def fullness(record: CatalogRecord) -> tuple[int, str]:
    """Return what lines for one naId are ordered by: length, then hash."""
    return record.canonical_length, record.record_hash


def stored_fullness(stored: Stored) -> tuple[int, str]:
    """Return the same of a line that the graph has."""
    return stored.canonical_length, stored.record_hash or ""
