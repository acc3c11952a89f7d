"""A list of records as the columns of a table, in plain text. Pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from narabot.models import Passage, PathRecord, catalog_page
from narabot.ordering import series_of
from narabot.presentation.markdown import one_line, shortened
from narabot.presentation.records import LONGEST_NOTE, dates, is_root, name, root_label, type_label
from narabot.presentation.strings import later, say
from narabot.presentation.terms import status_said


class TableColumn(StrEnum):
    """What a table may say of each record, in this order."""

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


USUAL_COLUMNS = (
    TableColumn.TITLE,
    TableColumn.LEVEL,
    TableColumn.DATES,
    TableColumn.NA_ID,
    TableColumn.SERIES,
    TableColumn.ONLINE,
)
"""Of a list whose reader chose none."""

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
    TableColumn.ONLINE: later("Online copies"),
}

PLACE = "#"
"""The column of the place of a record in the list."""


def table(
    records: Sequence[Passage], columns: Iterable[TableColumn], first: int = 1
) -> dict[str, list[Any]]:
    """Return the columns that are asked for, by their names; `None` is "not stated".

    Before them stands each record's place in its list, `first` that of the first one.
    """
    shown: dict[str, list[Any]] = {PLACE: list(range(first, first + len(records)))}
    for column in columns:
        shown[column_name(column)] = [CELLS[column](passage) for passage in records]
    return shown


def column_name(column: TableColumn) -> str:
    """Return what stands above a column."""
    return say(COLUMN_NAMES[column])


def columns_of(chosen: Collection[str]) -> tuple[TableColumn, ...]:
    """Return the columns of some names in their order, without those that there are no more."""
    return tuple(column for column in TableColumn if column in chosen) or USUAL_COLUMNS


def name_if_any(record: PathRecord | None) -> str | None:
    """Return the name of a record above, if there is one."""
    return name(record) if record else None


def root(passage: Passage) -> str | None:
    """Return the record group or collection of a record, if it is in one."""
    top = passage.path[-1]
    return root_label(top) if is_root(top) else None


def together(values: Sequence[str]) -> str | None:
    """Return several texts in one cell."""
    return shortened("; ".join(values), LONGEST_NOTE) or None


def dates_stated(passage: Passage) -> str | None:
    """Return a record's own dates."""
    return one_line(dates(passage.record) or "") or None


def access(passage: Passage) -> str | None:
    """Return whether the materials may be seen, if that is stated."""
    return status_said(one_line(passage.holdings.access_status or "")) or None


CELLS: Mapping[TableColumn, Callable[[Passage], Any]] = {
    TableColumn.TITLE: lambda passage: name(passage.record),
    TableColumn.LEVEL: lambda passage: type_label(passage.record.type),
    TableColumn.DATES: dates_stated,
    TableColumn.YEAR: lambda passage: passage.record.start_year,
    TableColumn.NA_ID: lambda passage: catalog_page(passage.record.source),
    TableColumn.ROOT: root,
    TableColumn.SERIES: lambda passage: name_if_any(series_of(passage)),
    TableColumn.REFERENCE_UNIT: lambda passage: together(passage.reference_units),
    TableColumn.CONTAINER: lambda passage: together(passage.holdings.containers),
    TableColumn.ACCESS: access,
    TableColumn.ONLINE: lambda passage: passage.holdings.online_count,
}
"""What each column says of a record; of the naId its page at NARA, if it has one."""
