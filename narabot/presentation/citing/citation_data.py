"""Collect the data for a citation: name, dates, number, and hierarchy.

This module does not depend on citation styles or export formats.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from narabot.dates import WRITTEN_DATE, PartialDate, dates_at_end, first_day, plain_span
from narabot.errors import TooManyToCiteError
from narabot.models import (
    FIRST_EXAMPLE_NA_ID,
    ROOTS,
    CatalogType,
    LevelOfDescription,
    Passage,
    PathRecord,
    RecordType,
    best_passages,
    catalog_page,
)
from narabot.presentation.markdown import one_line
from narabot.presentation.records import name

MAX_CITED = 5_000
"""Maximum number of records in one export."""

CATALOG = "National Archives Catalog"


YEAR_RANGE = re.compile(r"^(\d{1,4}) – (\d{1,4})$")


@dataclass(frozen=True, slots=True)
class Citation:
    """The data for a citation.

    Each text is one line, or `None` if NARA does not provide it.
    """

    na_id: int
    type: CatalogType
    title: str
    dates: str | None
    """Dates in words, as precise as NARA's data, such as `ca. 1870 – 1875`."""
    start_date: str | None
    end_date: str | None
    """Dates in NARA's format, such as `1875-03`. For an undated item, the dates at the end of the
    title."""
    is_dated_by_title: bool
    """Whether the title ends in exactly the record's dates. A citation does not repeat such
    dates."""
    file_unit: str | None
    series: str | None
    group: str | None
    """Record group with its number, or collection with its identifier."""
    repository: str | None
    containers: tuple[str, ...]
    document_kind: str | None
    """Kind of document that an item's title names, such as `Telegram`."""
    records_types: tuple[str, ...]
    """The record's general records types, or the types of the nearest ancestor that has any."""
    link: str | None
    """Address of NARA's page, or `None` for an example record, which has no page."""

    @property
    def identifier(self) -> str:
        """The naId with NARA's label for it, or with the label `example record`."""
        is_example = self.na_id >= FIRST_EXAMPLE_NA_ID
        return f"{'example record' if is_example else 'National Archives Identifier'} {self.na_id}"


def citations(passages: Iterable[Passage]) -> tuple[Citation, ...]:
    """Return the citation data for each distinct record.

    Raise TooManyToCiteError if there are more than `MAX_CITED` records.
    """
    return tuple(citation(passage) for passage in unique_passages(passages))


def unique_passages(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Return the first passage of each record, in the original order.

    Raise TooManyToCiteError if there are more than `MAX_CITED` records.
    """
    records = best_passages(tuple(passages))
    if len(records) > MAX_CITED:
        raise TooManyToCiteError(
            f"An export can contain at most {MAX_CITED:,} records, not {len(records):,}."
        )
    return records


def citation(passage: Passage) -> Citation:
    """Return the citation data for a record."""
    record = with_dates(passage.record)
    return Citation(
        na_id=record.na_id,
        type=record.type,
        title=title(record),
        dates=dates(record),
        start_date=record.start_date or None,
        end_date=record.end_date or None,
        is_dated_by_title=is_dated_by_title(record),
        file_unit=dated_title(ancestor_of_level(passage, LevelOfDescription.FILE_UNIT)),
        series=dated_title(ancestor_of_level(passage, LevelOfDescription.SERIES)),
        group=group(passage.path) if record.type not in ROOTS else group_number(passage.path),
        repository=repository(passage),
        containers=tuple(single_line(box) for box in passage.holdings.containers),
        document_kind=record.document_kind,
        records_types=passage.records_types,
        link=catalog_page(record.source),
    )


def title(record: PathRecord) -> str:
    """Return a record's full title or heading.

    An untitled record is identified by its type and naId.
    """
    return single_line(record.name or "") or name(record)


@lru_cache(maxsize=4096)
def single_line(text: str) -> str:
    """Return a text as a single line. The result is cached because many records share ancestors."""
    return one_line(text)


def dates(record: PathRecord) -> str | None:
    """Return a record's dates in words.

    Two years are joined without spaces: `1870–1875`.
    """
    span = plain_span(record.start_date or None, record.end_date or None)
    return YEAR_RANGE.sub(r"\1–\2", single_line(span)) if span else None


def day_parts(written: str) -> tuple[int, ...]:
    """Return the year, month, and day in a date.

    The result is empty for an uncertain date such as `ca. 1870`.
    """
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or match["before"] or match["after"]:
        return ()
    return tuple(int(match[part]) for part in ("year", "month", "day") if match[part])


def dated_title(record: PathRecord | None) -> str | None:
    """Return a title followed by its dates: `Passenger Lists, 1820–1895`.

    The dates are omitted if the title ends with them.
    """
    if record is None:
        return None
    stated = None if is_dated_by_title(record) else dates(record)
    return ", ".join(filter(None, (title(record), stated)))


def with_dates(record: PathRecord) -> PathRecord:
    """Return a record. An undated item gets the dates at the end of its title, if any.

    Titles at other levels may end in unrelated dates, such as the day on which a folder was opened.
    """
    if record.start_date or record.end_date or record.type is not LevelOfDescription.ITEM:
        return record
    found = title_dates(record)
    return replace(record, start_date=found[0], end_date=found[-1]) if found else record


def is_dated_by_title(record: PathRecord) -> bool:
    """Return whether a title ends in exactly the record's dates: `…, March 3, 1871`."""
    found = title_dates(record)
    return bool(found) and (found[0], found[-1]) == (record.start_date, record.end_date)


def title_dates(record: PathRecord) -> tuple[str, ...]:
    """Return the one or two dates at the end of a record's title, in NARA's format."""
    return title_end_dates(record.name or "")


@lru_cache(maxsize=4096)
def title_end_dates(named: str) -> tuple[str, ...]:
    """Return the dates at the end of a title, or none if they are invalid or in the future."""
    found = [one.date for one in dates_at_end(named)]
    days = [day for one in found if (day := first_day(one)) and day <= date.today()]
    is_span = len(days) == len(found) <= 2 and days == sorted(days)
    return tuple(map(nara_date, found)) if is_span else ()


def nara_date(one: PartialDate) -> str:
    """Return a date in NARA's format, such as `1871-03`."""
    parts = (f"{one.year:04}", *(f"{part:02}" for part in (one.month, one.day) if part))
    return "-".join(parts)


def ancestor_of_level(passage: Passage, level: LevelOfDescription) -> PathRecord | None:
    """Return a record's nearest ancestor at the specified level, or `None`."""
    return next((record for record in passage.path[1:] if record.type is level), None)


def group(path: tuple[PathRecord, ...]) -> str | None:
    """Return the title and number of the record group or collection.

    For example: `Records of the U.S. Coast Guard, Record Group 26`. Missing parts are omitted.
    """
    root = next((record for record in path if record.type in ROOTS), None)
    known = (title(root) if root else None, group_number(path))
    return ", ".join(filter(None, known)) or None


def group_number(path: tuple[PathRecord, ...]) -> str | None:
    """Return `Record Group 26` or `Collection FDR-MORGEN`.

    The root takes precedence over its descendants.
    """
    for record in reversed(path):
        if record.record_group_number is not None:
            return f"Record Group {record.record_group_number}"
        if record.collection_identifier:
            return f"Collection {single_line(record.collection_identifier)}"
    return None


def repository(passage: Passage) -> str | None:
    """Return the reference unit that holds a record.

    The result is `None` if the record has no unit and its ancestors have more than one unit. An
    authority record is cited from the catalog because no unit holds it.
    """
    if passage.record.record_type is RecordType.AUTHORITY:
        return CATALOG
    units = passage.reference_units
    is_known = len(units) == 1 or bool(passage.holdings.reference_units)
    return " and ".join(single_line(unit) for unit in units) if is_known else None
