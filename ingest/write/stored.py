"""What the graph already has of a record, and which of two lines for one naId wins.

Pure; the rows come from `lock_records`, `stored_records` and `judged_records` in `queries/`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from narabot.models import Row


class Told(Protocol):
    """A line, parsed or not: whose it is, where it stands, how full it is."""

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
    """What releases have done with a record; all is empty where none was named."""

    release: str | None = None
    """The last one that has a line for it."""
    added_in: str | None = None
    changed_in: str | None = None
    changes: tuple[str, ...] = ()
    """What `changed_in` has changed; see `ingest.releases.changes`."""
    is_withdrawn: bool = False


NO_HISTORY = History()


@dataclass(frozen=True, slots=True)
class Stored:
    """A record as the graph has it."""

    na_id: int
    record_hash: str | None
    """`None` for a stub."""
    canonical_length: int
    file_name: str
    line_num: int
    other_files: tuple[str, ...]
    """The other files that have a line for this naId, in order."""
    lends: tuple[str, ...]
    """Keys of what the record's line said of others."""
    statements: Counter[str]
    """For a stub: what is said of it, and by how many lines."""
    history: History = NO_HISTORY

    def is_outdated(self, release: str | None) -> bool:
        """Return whether what is stored is of an older release than a line of this one."""
        is_older = release is not None and self.history.release != release
        return is_older or self.history.is_withdrawn

    @property
    def is_bare(self) -> bool:
        """Whether the node is neither record nor stub: made only to be locked."""
        return self.record_hash is None and not self.statements


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
    """What is to be done with a line, given what the graph has."""

    line: Told
    stored: Stored | None
    decision: Decision
    release: str | None = None
    """The one that the line is of, if it was named."""

    @property
    def is_outdated(self) -> bool:
        """Whether what is stored is of an older release."""
        return self.stored is not None and self.stored.is_outdated(self.release)

    @property
    def is_written(self) -> bool:
        """Whether the line gives the graph's record."""
        return self.decision in {Decision.ADD, Decision.REPLACE}

    @property
    def is_noted(self) -> bool:
        """Whether a line that is not written tells the graph of a place that it has not."""
        if self.stored is None or self.is_written:
            return False
        known = {self.stored.file_name, *self.stored.other_files}
        is_new = self.decision is Decision.MOVE or self.line.file_name not in known
        return is_new or self.is_outdated

    @property
    def other_files(self) -> list[str]:
        """The files with a line for the naId, but for that which the graph then has; in order."""
        if self.stored is None or self.stored.record_hash is None or self.is_outdated:
            return []
        keeps = self.decision in {Decision.KEEP, Decision.LOSE}
        winner = self.stored.file_name if keeps else self.line.file_name
        return sorted(
            {self.line.file_name, self.stored.file_name, *self.stored.other_files} - {winner}
        )

    @property
    def may_be_outdone(self) -> bool:
        """Whether another file may have a fuller line than that which now replaces its own.

        The graph knows which files have lines for a naId, but has the winning line only.
        """
        return (
            self.decision is Decision.REPLACE
            and self.stored is not None
            and not self.is_outdated
            and fullness(self.line) < stored_fullness(self.stored)
            and bool(self.other_files)
        )


def judge(
    lines: Iterable[Told], stored: Mapping[int, Stored], release: str | None = None
) -> list[Verdict]:
    """Return what is to be done with each line, the fullest for its naId in its file."""
    known = [(line, stored.get(line.na_id)) for line in lines]
    return [Verdict(line, before, decide(line, before, release), release) for line, before in known]


def decide(line: Told, stored: Stored | None, release: str | None = None) -> Decision:
    """Return what is to be done with one line.

    Between different files the fuller line wins, so that their order does not matter. A line of
    the file that gave the stored one replaces it, fuller or not; so does any line of a release
    that is newer, and any line at all a record that was withdrawn.
    """
    if stored is None or stored.record_hash is None:
        return Decision.ADD
    if stored.history.is_withdrawn:
        return Decision.REPLACE  # also the same line: what leads to the record has gone
    is_outdated = stored.is_outdated(release)
    same_file = line.file_name == stored.file_name
    if line.record_hash == stored.record_hash:
        stands_first = same_file or is_outdated or line.file_name < stored.file_name
        is_there = same_file and line.line_num == stored.line_num
        return Decision.MOVE if stands_first and not is_there else Decision.KEEP
    wins = same_file or is_outdated or fullness(line) > stored_fullness(stored)
    return Decision.REPLACE if wins else Decision.LOSE


def fullness(line: Told) -> tuple[int, str]:
    """Return what lines for one naId are ordered by: length, then hash."""
    return line.canonical_length, line.record_hash


def stored_fullness(stored: Stored) -> tuple[int, str]:
    """Return the same of a line that the graph has."""
    return stored.canonical_length, stored.record_hash or ""
