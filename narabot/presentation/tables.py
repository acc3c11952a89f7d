"""Render a list of records as table columns in plain text."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from narabot.models import Passage, PathRecord, catalog_page
from narabot.ordering import ancestor_series
from narabot.presentation.markdown import one_line, shortened
from narabot.presentation.records import (
    MAX_NOTE_LENGTH,
    dates,
    is_root,
    name,
    root_label,
    type_label,
)
from narabot.presentation.strings import later, say
from narabot.presentation.terms import status_label


class TableColumn(StrEnum):
    """The columns that a table can show for each record, in display order."""

    TITLE = "title"
    LEVEL = "level"
    DATES = "dates"
    YEAR = "year"
    NA_ID = "naId"
    ROOT = "root"
    SERIES = "series"
    REFERENCE_UNIT = "referenceUnit"
    CONTAINER = "container"
    ACCESS = "access"
    ONLINE = "online"


DEFAULT_COLUMNS = (
    TableColumn.TITLE,
    TableColumn.LEVEL,
    TableColumn.DATES,
    TableColumn.NA_ID,
    TableColumn.SERIES,
    TableColumn.ONLINE,
)
"""Columns to show if the reader has not chosen any."""

COLUMN_NAMES: Mapping[TableColumn, str] = {
    TableColumn.TITLE: later("Title"),
    TableColumn.LEVEL: later("Level"),
    TableColumn.DATES: later("Dates"),
    TableColumn.YEAR: later("First year"),
    TableColumn.NA_ID: "NAID",
    TableColumn.ROOT: later("Record group or collection"),
    TableColumn.SERIES: later("Series"),
    TableColumn.REFERENCE_UNIT: later("Held at"),
    TableColumn.CONTAINER: later("Container"),
    TableColumn.ACCESS: later("Access"),
    TableColumn.ONLINE: later("Digital objects"),
}

POSITION_COLUMN = "#"
"""Column for a record's position in the list."""


def table(
    records: Sequence[Passage], columns: Iterable[TableColumn], first: int = 1
) -> dict[str, list[Any]]:
    """Return the chosen columns, keyed by name.

    `None` means that NARA provides no value. The first column contains each record's position in
    the list, starting with `first`.
    """
    shown: dict[str, list[Any]] = {POSITION_COLUMN: list(range(first, first + len(records)))}
    for column in columns:
        shown[column_name(column)] = [CELLS[column](passage) for passage in records]
    return shown


def column_name(column: TableColumn) -> str:
    """Return the heading of a column."""
    return say(COLUMN_NAMES[column])


def columns_of(chosen: Collection[str]) -> tuple[TableColumn, ...]:
    """Return the chosen columns in display order.

    Unknown names are ignored.
    """
    return tuple(column for column in TableColumn if column in chosen) or DEFAULT_COLUMNS


def name_if_any(record: PathRecord | None) -> str | None:
    """Return the name of an ancestor, or `None` if there is no ancestor."""
    return name(record) if record else None


def root(passage: Passage) -> str | None:
    """Return the record group or collection of a record, or `None`."""
    top = passage.path[-1]
    return root_label(top) if is_root(top) else None


def joined_text(values: Sequence[str]) -> str | None:
    """Return texts joined for one cell, or `None` if there are none."""
    return shortened("; ".join(values), MAX_NOTE_LENGTH) or None


def dates_stated(passage: Passage) -> str | None:
    """Return a record's own dates, or `None`."""
    return one_line(dates(passage.record) or "") or None


def access(passage: Passage) -> str | None:
    """Return the access status of the materials, or `None` if it is unknown."""
    return status_label(one_line(passage.holdings.access_status or "")) or None


CELLS: Mapping[TableColumn, Callable[[Passage], Any]] = {
    TableColumn.TITLE: lambda passage: name(passage.record),
    TableColumn.LEVEL: lambda passage: type_label(passage.record.type),
    TableColumn.DATES: dates_stated,
    TableColumn.YEAR: lambda passage: passage.record.start_year,
    TableColumn.NA_ID: lambda passage: catalog_page(passage.record.source),
    TableColumn.ROOT: root,
    TableColumn.SERIES: lambda passage: name_if_any(ancestor_series(passage)),
    TableColumn.REFERENCE_UNIT: lambda passage: joined_text(passage.reference_units),
    TableColumn.CONTAINER: lambda passage: joined_text(passage.holdings.containers),
    TableColumn.ACCESS: access,
    TableColumn.ONLINE: lambda passage: passage.holdings.online_count,
}
"""Functions that return a record's cells, keyed by column.

The naId cell contains the address of NARA's page.
"""
