"""The content of a quality report: tables of counts, and findings with their records."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from unicodedata import category

from ingest.quality.finding_types import FindingType

Cell = str | int | float | None
"""A text, a count, or a share from 0 to 1 as a float. `None` means "unknown"."""


class TableName(StrEnum):
    """The tables of counts. Each value is the table's HTML anchor."""

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
    """A table of counts. The first column names the subject of each row."""

    name: TableName
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int
    """Total number of rows. A shortened table contains fewer rows."""


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A record or a rejected line in a finding."""

    na_id: int | None
    """`None` for a rejected line."""
    type: str
    name: str | None
    page: str | None
    """URL of the record's page in the catalog. `None` for an example record or a rejected line."""
    is_mentioned_only: bool
    file_name: str | None
    line_num: int | None
    detail: str

    @property
    def place(self) -> str | None:
        """The file and number of the record's line, as `file:line`."""
        return None if self.file_name is None else f"{self.file_name}:{self.line_num}"


@dataclass(frozen=True, slots=True)
class TypeCount:
    """The number of records of one type."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one query."""

    kind: FindingType
    counts: tuple[TypeCount, ...]
    records: tuple[FoundRecord, ...]
    """The first records in the result."""

    @property
    def total(self) -> int:
        """Total number of records, including records that are not listed."""
        return sum(one.count for one in self.counts)

    @property
    def amount(self) -> str:
        """The total with its unit: `1 group`, `1,234 records`."""
        return f"{self.total:,} {self.kind.unit if self.total == 1 else self.kind.units}"

    @property
    def by_type(self) -> str:
        """The counts by type: `item: 1,234, series: 5`."""
        return ", ".join(f"{one.name}: {one.count:,}" for one in self.counts)


@dataclass(frozen=True, slots=True)
class QualityReport:
    """The complete report, in the order in which it is shown."""

    created_on: date
    versions: str
    """Versions of narabot and of the graph."""
    records: int
    descriptions: int
    mentioned_only: int
    limit: int
    tables: tuple[Table, ...]
    findings: tuple[Finding, ...]

    @property
    def basis(self) -> str:
        """A sentence about the records that the report covers."""
        return (
            f"Records: {self.records:,}, including {self.descriptions:,} descriptions. Records "
            f"that are only mentioned: {self.mentioned_only:,}."
        )

    @property
    def day(self) -> str:
        """The date of the report, such as "November 25, 2026"."""
        return f"{self.created_on:%B} {self.created_on.day}, {self.created_on.year}"

    @property
    def not_found_words(self) -> str:
        """The titles of the finding types without results, separated by semicolons."""
        return "; ".join(one.kind.title_in_sentence for one in self.not_found)

    @property
    def found(self) -> tuple[Finding, ...]:
        """The faults that were found, most important first."""
        return tuple(one for one in self.findings if one.total and one.kind.is_fault)

    @property
    def not_found(self) -> tuple[Finding, ...]:
        """The findings without results."""
        return tuple(one for one in self.findings if not one.total)

    @property
    def listed(self) -> tuple[Finding, ...]:
        """The findings with records to list."""
        return tuple(one for one in self.findings if one.total)


def list_summary(finding: Finding) -> str:
    """Return a sentence about the number of records found and listed."""
    kind, shown = finding.kind, len(finding.records)
    if not kind.is_fault:
        return f"The list shows the first {shown:,}." if shown > 1 else ""
    cut = f"; the list shows the first {shown:,}" if shown < finding.total else ""
    return f"{finding.amount}{cut} ({finding.by_type})."


def row_summary(table: Table) -> str:
    """Return a sentence about the total number of rows, or "" if the table shows all rows."""
    shown = len(table.rows)
    if shown == table.total:
        return ""
    return f"The table shows the first {shown:,} of {table.total:,} rows."


DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of all following text, including the report's own."""

MAX_NAME_CHARS = 200
MAX_DETAIL_CHARS = 600

EXAMPLE = "example record"
"""Label for a record that was written for `sample/`. NARA has no page for such a record."""

MENTIONED_ONLY = "only mentioned"


def name_text(record: FoundRecord) -> str:
    """Return a record's title or heading."""
    return truncate(record.name or "", MAX_NAME_CHARS) or "(no name)"


def place_text(record: FoundRecord) -> str:
    """Return the place of the record's line, or a note that the record is only mentioned."""
    if record.is_mentioned_only:
        return MENTIONED_ONLY
    return truncate(record.place or "", MAX_DETAIL_CHARS)


def is_example(record: FoundRecord) -> bool:
    """Return whether a record is one of the sample records."""
    return record.na_id is not None and record.page is None


def cell_text(cell: Cell) -> str:
    """Return a cell as text: `1,234`, `97.3%`, or "–" for an unknown value."""
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.1%}"
        case int():
            return f"{cell:,}"
    return cell


def is_number(cell: Cell) -> bool:
    """Return whether a cell contains a number and is therefore right-aligned."""
    return not isinstance(cell, str)


def one_line(text: str) -> str:
    """Return a text on one line, without control characters or changes in text direction."""
    shown = (" " if is_unprintable(sign) else sign for sign in text)
    return " ".join("".join(shown).split())


def is_unprintable(sign: str) -> bool:
    """Return whether a report cannot show a character."""
    return category(sign) in {"Cc", "Cs"} or sign in DIRECTION_CONTROLS


def truncate(text: str, longest: int) -> str:
    """Return a text on one line, shortened to the maximum length."""
    line = one_line(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
