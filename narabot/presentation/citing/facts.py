"""What is cited of a record: its name, dates and number, and what it is kept in.

Knows nothing of forms and formats.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from narabot.dates import WRITTEN_DATE, PartialDate, dates_at_end, first_day, plain_span
from narabot.errors import TooManyToCiteError
from narabot.models import (
    INVENTED_NA_ID_FROM,
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

MOST_CITED = 5_000
"""Records in one export."""

CATALOG = "National Archives Catalog"


BETWEEN_YEARS = re.compile(r"^(\d{1,4}) – (\d{1,4})$")


@dataclass(frozen=True, slots=True)
class Citation:
    """The facts of a citation; each text is one line, and `None` where NARA states nothing."""

    na_id: int
    type: CatalogType
    title: str
    dates: str | None
    """As precise as NARA gives them: `ca. 1870 – 1875`."""
    start_date: str | None
    end_date: str | None
    """As NARA writes it: `1875-03`. Of an item without dates those in which its title ends."""
    is_dated_by_title: bool
    """Whether the title ends in just these dates, so that they need not be said again."""
    file_unit: str | None
    series: str | None
    group: str | None
    """The record group with its number, or the collection with its identifier."""
    repository: str | None
    containers: tuple[str, ...]
    document_kind: str | None
    """What the title of an item calls it: `Telegram`."""
    records_types: tuple[str, ...]
    """Of the record, or of the nearest above that states any."""
    link: str | None
    """`None` for an example record, which has no page."""

    @property
    def identifier(self) -> str:
        """The naId under the name that NARA has for it; an example's is none of NARA's."""
        is_example = self.na_id >= INVENTED_NA_ID_FROM
        return f"{'example record' if is_example else 'National Archives Identifier'} {self.na_id}"


def citations(passages: Iterable[Passage]) -> tuple[Citation, ...]:
    """Return the facts of each record, each once. Raises TooManyToCiteError."""
    return tuple(citation(passage) for passage in cited(passages))


def cited(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Return the first passage of each record, in the order given. Raises TooManyToCiteError."""
    records = best_passages(tuple(passages))
    if len(records) > MOST_CITED:
        raise TooManyToCiteError(
            f"{len(records):,} records are too many for one export: choose at most {MOST_CITED:,}."
        )
    return records


def citation(passage: Passage) -> Citation:
    """Return the facts of a record."""
    record = with_dates(passage.record)
    return Citation(
        na_id=record.na_id,
        type=record.type,
        title=title(record),
        dates=dates(record),
        start_date=record.start_date or None,
        end_date=record.end_date or None,
        is_dated_by_title=is_dated_by_title(record),
        file_unit=dated_title(above(passage, LevelOfDescription.FILE_UNIT)),
        series=dated_title(above(passage, LevelOfDescription.SERIES)),
        group=group(passage.path) if record.type not in ROOTS else group_number(passage.path),
        repository=repository(passage),
        containers=tuple(tidy(box) for box in passage.holdings.containers),
        document_kind=record.document_kind,
        records_types=passage.records_types,
        link=catalog_page(record.source),
    )


def title(record: PathRecord) -> str:
    """Return a record's whole title or heading; one without is named by type and naId."""
    return tidy(record.name or "") or name(record)


@lru_cache(maxsize=4096)
def tidy(text: str) -> str:
    """Return a text on one line; the records above are the same for many."""
    return one_line(text)


def dates(record: PathRecord) -> str | None:
    """Return a record's dates in words, two years without spaces: `1870–1875`."""
    span = plain_span(record.start_date or None, record.end_date or None)
    return BETWEEN_YEARS.sub(r"\1–\2", tidy(span)) if span else None


def day_parts(written: str) -> tuple[int, ...]:
    """Return year, month and day, as far as stated; nothing where NARA is not sure: `ca. 1870`."""
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or match["before"] or match["after"]:
        return ()
    return tuple(int(match[part]) for part in ("year", "month", "day") if match[part])


def dated_title(record: PathRecord | None) -> str | None:
    """Return a title with its dates, once: `Passenger Lists, 1820–1895`."""
    if record is None:
        return None
    told = None if is_dated_by_title(record) else dates(record)
    return ", ".join(filter(None, (title(record), told)))


def with_dates(record: PathRecord) -> PathRecord:
    """Return an item for which NARA states no dates with those in which its title ends, if any.

    Titles of other levels end in dates of another kind: of a folder's opening, of a register.
    """
    if record.start_date or record.end_date or record.type is not LevelOfDescription.ITEM:
        return record
    told = title_dates(record)
    return replace(record, start_date=told[0], end_date=told[-1]) if told else record


def is_dated_by_title(record: PathRecord) -> bool:
    """Return whether a title ends in a record's dates, no less precise: `…, March 3, 1871`."""
    told = title_dates(record)
    return bool(told) and (told[0], told[-1]) == (record.start_date, record.end_date)


def title_dates(record: PathRecord) -> tuple[str, ...]:
    """Return the dates in which a record's title ends, one or two, as NARA writes dates."""
    return dates_of(record.name or "")


@lru_cache(maxsize=4096)
def dates_of(named: str) -> tuple[str, ...]:
    """Return the dates in which a title ends; none where they are no days that have been."""
    found = [one.date for one in dates_at_end(named)]
    days = [day for one in found if (day := first_day(one)) and day <= date.today()]
    is_span = len(days) == len(found) <= 2 and days == sorted(days)
    return tuple(map(written, found)) if is_span else ()


def written(one: PartialDate) -> str:
    """Return a date as NARA writes it: `1871-03`."""
    parts = (f"{one.year:04}", *(f"{part:02}" for part in (one.month, one.day) if part))
    return "-".join(parts)


def above(passage: Passage, level: LevelOfDescription) -> PathRecord | None:
    """Return the nearest record of a level above a record."""
    return next((record for record in passage.path[1:] if record.type is level), None)


def group(path: tuple[PathRecord, ...]) -> str | None:
    """Return `Records of the U.S. Coast Guard, Record Group 26`, as far as it is known."""
    root = next((record for record in path if record.type in ROOTS), None)
    known = (title(root) if root else None, group_number(path))
    return ", ".join(filter(None, known)) or None


def group_number(path: tuple[PathRecord, ...]) -> str | None:
    """Return `Record Group 26` or `Collection FDR-MORGEN`, of the root before what it lends."""
    for record in reversed(path):
        if record.record_group_number is not None:
            return f"Record Group {record.record_group_number}"
        if record.collection_identifier:
            return f"Collection {tidy(record.collection_identifier)}"
    return None


def repository(passage: Passage) -> str | None:
    """Return where a record is held; of several places of what it is kept in, none is cited.

    An authority record is held nowhere: it stands in the catalogue.
    """
    if passage.record.record_type is RecordType.AUTHORITY:
        return CATALOG
    units = passage.reference_units
    is_known = len(units) == 1 or bool(passage.holdings.reference_units)
    return " and ".join(tidy(unit) for unit in units) if is_known else None
