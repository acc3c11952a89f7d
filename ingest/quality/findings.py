"""What a quality report holds: tables of counts, and findings with their records. Pure."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from unicodedata import category

from ingest.quality.finding_types import Kind

Cell = str | int | float | None
"""A text, a count, or (a float) a share of 1; `None` where nothing is known."""


class TableName(StrEnum):
    """The tables of counts; the value is the anchor."""

    TYPES = "types"
    LABELS = "labels"
    RELATIONS = "relations"
    PLACEMENTS = "levels-below-levels"
    ONLINE = "online-by-level"
    ROOTS = "record-groups"
    DECADES = "decades"
    LENGTHS = "chunks-per-record"
    REASONS = "reasons"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Table:
    """Counts side by side; the first column says of what."""

    name: TableName
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int
    """How many rows there are; fewer are held where the report is cut."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record, or a rejected line, with what was found."""

    na_id: int | None
    """`None` for a rejected line."""
    type: str
    name: str | None
    page: str | None
    """Its page in the catalogue; `None` for an example and for a rejected line."""
    is_mentioned_only: bool
    file_name: str | None
    line_num: int | None
    detail: str

    @property
    def place(self) -> str | None:
        """The line it came from, as `file:line`."""
        return None if self.file_name is None else f"{self.file_name}:{self.line_num}"


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are of a type."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What one question to the graph found."""

    kind: Kind
    counts: tuple[Count, ...]
    records: tuple[Record, ...]
    """The first of them."""

    @property
    def total(self) -> int:
        """How many there are in truth."""
        return sum(one.count for one in self.counts)

    @property
    def amount(self) -> str:
        """How many there are, in words: `1 group`, `1,234 records`."""
        return f"{self.total:,} {self.kind.unit if self.total == 1 else self.kind.units}"

    @property
    def by_type(self) -> str:
        """The counts in a row: `item: 1,234, series: 5`."""
        return ", ".join(f"{one.name}: {one.count:,}" for one in self.counts)


@dataclass(frozen=True, slots=True)
class QualityReport:
    """The whole report; what a renderer shows, in order."""

    made_on: date
    made_with: str
    """Versions of narabot and of the graph."""
    records: int
    descriptions: int
    mentioned_only: int
    limit: int
    tables: tuple[Table, ...]
    findings: tuple[Finding, ...]

    @property
    def basis(self) -> str:
        """What the report is about, in words."""
        return (
            f"Records read: {self.records:,}, of them descriptions: {self.descriptions:,}. "
            f"Records that are only mentioned: {self.mentioned_only:,}."
        )

    @property
    def day(self) -> str:
        """The day it was made, in words."""
        return f"{self.made_on:%B} {self.made_on.day}, {self.made_on.year}"

    @property
    def not_found_words(self) -> str:
        """What was looked for in vain, in a row."""
        return "; ".join(one.kind.title_within for one in self.not_found)

    @property
    def found(self) -> tuple[Finding, ...]:
        """The findings that are there, what matters most first."""
        return tuple(one for one in self.findings if one.total and one.kind.is_fault)

    @property
    def not_found(self) -> tuple[Finding, ...]:
        """What was looked for in vain."""
        return tuple(one for one in self.findings if not one.total)

    @property
    def listed(self) -> tuple[Finding, ...]:
        """The findings with records to show."""
        return tuple(one for one in self.findings if one.total)


def cut_sentence(finding: Finding) -> str:
    """Return how many there are and how many of them are listed."""
    kind, shown = finding.kind, len(finding.records)
    if not kind.is_fault:
        return f"The first {shown:,} are listed." if shown > 1 else ""
    cut = f"; the first {shown:,} are listed" if shown < finding.total else ""
    return f"{finding.amount}{cut} ({finding.by_type})."


def cut_rows(table: Table) -> str:
    """Return how many rows a table has in truth, "" when it shows them all."""
    shown = len(table.rows)
    return "" if shown == table.total else f"{table.total:,}; the first {shown:,} are listed."


DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of all that follows, also of our own words."""

LONGEST_NAME = 200
LONGEST_DETAIL = 600

EXAMPLE = "example record"
"""Said of a record that was written for `sample/`: NARA has no page for it."""

MENTIONED_ONLY = "only mentioned"


def name_text(record: Record) -> str:
    """Return a record's title or heading."""
    return shortened(record.name or "", LONGEST_NAME) or "(no name)"


def place_text(record: Record) -> str:
    """Return where the record's line stands, or that it has none."""
    if record.is_mentioned_only:
        return MENTIONED_ONLY
    return shortened(record.place or "", LONGEST_DETAIL)


def is_example(record: Record) -> bool:
    """Whether the record is one of `sample/`."""
    return record.na_id is not None and record.page is None


def cell_text(cell: Cell) -> str:
    """Return a cell as a person reads it: `1,234`, `97.3%`, "–" where nothing is known."""
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.1%}"
        case int():
            return f"{cell:,}"
    return cell


def is_number(cell: Cell) -> bool:
    """Whether a cell stands at the right of its column."""
    return not isinstance(cell, str)


def one_line(text: str) -> str:
    """Return a text on one line, without control characters and changes of direction."""
    shown = (" " if unwanted(sign) else sign for sign in text)
    return " ".join("".join(shown).split())


def unwanted(sign: str) -> bool:
    """Whether a character is none that a report can show."""
    return category(sign) in {"Cc", "Cs"} or sign in DIRECTION_CONTROLS


def shortened(text: str, longest: int) -> str:
    """Return a text on one line, cut where it is too long."""
    line = one_line(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
