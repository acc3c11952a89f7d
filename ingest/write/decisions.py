"""Decide what to do with a line, from the data that the graph stores for its record.

The stored data comes from `lock_records`, `stored_records`, and `judged_records` in `queries/`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from narabot.models import Row


class LineIdentity(Protocol):
    """What identifies and ranks a line, whether or not the line has been parsed."""

    @property
    def na_id(self) -> int: ...

    @property
    def file_name(self) -> str: ...

    @property
    def line_num(self) -> int: ...

    @property
    def record_hash(self) -> str: ...

    @property
    def canonical_length(self) -> int: ...


@dataclass(frozen=True, slots=True)
class History:
    """The releases that affected a record. Without releases, all fields are empty."""

    release: str | None = None
    """The last release that contains the record."""
    added_in: str | None = None
    changed_in: str | None = None
    changes: tuple[str, ...] = ()
    """The changes in the release `changed_in`. See `ingest.releases.changes`."""
    is_withdrawn: bool = False


NO_HISTORY = History()


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record in the graph."""

    na_id: int
    record_hash: str | None
    """`None` for a stub."""
    canonical_length: int
    file_name: str
    line_num: int
    other_files: tuple[str, ...]
    """The other files that contain the record, in order."""
    lends: tuple[str, ...]
    """Keys of the mentions in the record's line."""
    statements: Counter[str]
    """For a stub, the statements in other lines, with the number of lines for each statement."""
    history: History = NO_HISTORY

    def is_outdated(self, release: str | None) -> bool:
        """Return whether the stored line belongs to an older release."""
        is_older = release is not None and self.history.release != release
        return is_older or self.history.is_withdrawn

    @property
    def is_bare(self) -> bool:
        """Whether the node is neither a record nor a stub, but was created only as a lock."""
        return self.record_hash is None and not self.statements


class Decision(Enum):
    """What to do with a line."""

    ADD = auto()
    REPLACE = auto()
    MOVE = auto()
    """The same record is in a different place. Only `file_name` and `line_num` change."""
    KEEP = auto()
    """The graph has the same line in the same place."""
    LOSE = auto()
    """The graph has a more complete line."""


def parse_stored(row: Row) -> StoredRecord:
    """Return the stored record from a row."""
    return StoredRecord(
        na_id=row["naId"],
        record_hash=row["recordHash"],
        canonical_length=row["canonicalLength"] or 0,
        file_name=row["file_name"] or "",
        line_num=row["line_num"] or 0,
        other_files=tuple(row["otherFiles"] or ()),
        lends=tuple(row["lends"] or ()),
        statements=Counter(
            dict(zip(row["mentions"] or (), row["mentionCounts"] or (), strict=True))
        ),
        history=History(
            row["release"],
            row["addedInRelease"],
            row["changedInRelease"],
            tuple(row["changes"] or ()),
            bool(row["withdrawn"]),
        ),
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision about a line, with the stored record."""

    line: LineIdentity
    stored: StoredRecord | None
    decision: Decision
    release: str | None = None
    """The release to which the line belongs, or `None`."""

    @property
    def is_outdated(self) -> bool:
        """Whether the stored line belongs to an older release."""
        return self.stored is not None and self.stored.is_outdated(self.release)

    @property
    def is_written(self) -> bool:
        """Whether the line becomes the graph's record."""
        return self.decision in {Decision.ADD, Decision.REPLACE}

    @property
    def is_noted(self) -> bool:
        """Whether a line that is not written changes where the stored record is found."""
        if self.stored is None or self.is_written:
            return False
        known = {self.stored.file_name, *self.stored.other_files}
        is_new = self.decision is Decision.MOVE or self.line.file_name not in known
        return is_new or self.is_outdated

    @property
    def other_files(self) -> list[str]:
        """The files that contain the record, except the winning line's file, in order."""
        if self.stored is None or self.stored.record_hash is None or self.is_outdated:
            return []
        keeps = self.decision in {Decision.KEEP, Decision.LOSE}
        winner = self.stored.file_name if keeps else self.line.file_name
        return sorted(
            {self.line.file_name, self.stored.file_name, *self.stored.other_files} - {winner}
        )

    @property
    def may_be_superseded(self) -> bool:
        """Whether another file may contain a more complete line than the new line.

        The graph stores all files that contain a record, but only the winning line.
        """
        return (
            self.decision is Decision.REPLACE
            and self.stored is not None
            and not self.is_outdated
            and fullness(self.line) < stored_fullness(self.stored)
            and bool(self.other_files)
        )


def judge(
    lines: Iterable[LineIdentity], stored: Mapping[int, StoredRecord], release: str | None = None
) -> list[Verdict]:
    """Return the verdict on each line.

    In its file, each line must be the most complete for its naId.
    """
    known = [(line, stored.get(line.na_id)) for line in lines]
    return [Verdict(line, before, decide(line, before, release), release) for line, before in known]


def decide(line: LineIdentity, stored: StoredRecord | None, release: str | None = None) -> Decision:
    """Return the decision about one line.

    Among lines from different files, the more complete line wins, so that the order of the files
    does not matter. A different line from the stored line's file or from a newer release always
    replaces the stored line. Any line replaces a withdrawn record.
    """
    if stored is None or stored.record_hash is None:
        return Decision.ADD
    if stored.history.is_withdrawn:
        return Decision.REPLACE  # even if the line is identical, because the relations were deleted
    is_outdated = stored.is_outdated(release)
    same_file = line.file_name == stored.file_name
    if line.record_hash == stored.record_hash:
        stands_first = same_file or is_outdated or line.file_name < stored.file_name
        is_there = same_file and line.line_num == stored.line_num
        return Decision.MOVE if stands_first and not is_there else Decision.KEEP
    wins = same_file or is_outdated or fullness(line) > stored_fullness(stored)
    return Decision.REPLACE if wins else Decision.LOSE


def fullness(line: LineIdentity) -> tuple[int, str]:
    """Return a sort key for lines with the same naId: length, then hash."""
    return line.canonical_length, line.record_hash


def stored_fullness(stored: StoredRecord) -> tuple[int, str]:
    """Return the sort key for a stored line."""
    return stored.canonical_length, stored.record_hash or ""
