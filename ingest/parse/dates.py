"""NARA's dates: as precise as they are written, and as years to filter by.

`logicalDate` fills up what is not stated (1945 becomes 1945-12-31) and drops "ca.";
so a date is read from year, month, day and qualifier.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from ingest.parse.schema import Raw, as_integer, as_list, as_text, stated_integer
from narabot.errors import MalformedRecordError

EARLIEST_YEAR, LATEST_YEAR = 1000, 2100
"""Years outside are slips of the pen (192, 41886): shown, but no filter uses them."""

SPANS = (
    ("coverageStartDate", "coverageEndDate"),
    ("inclusiveStartDate", "inclusiveEndDate"),
)
REMEMBERED_SPANS = 1024
"""A record's dates are read four times, and those of its neighbours are often the same."""

LIFE_SPANS = (("birthDate", "deathDate"), ("establishDate", "abolishDate"))


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when, as NARA writes it, and in whole years; `None` is "not stated"."""

    start_date: str | None = None
    end_date: str | None = None
    start_year: int | None = None
    end_year: int | None = None


def written_date(date: Any) -> str | None:
    """Return a date as NARA writes it: `ca. 1943`, `1942-05`, `1942-05-25`, `1900?`."""
    if not isinstance(date, dict):
        return None if date is None else as_text(date)
    parts = list(date_parts(date))
    if not parts:
        return as_text(date.get("logicalDate"))
    written = "-".join([str(parts[0]), *(f"{part:02d}" for part in parts[1:])])
    qualifier = as_text(date.get("dateQualifier", date.get("qualifier")))
    if qualifier is None:
        return written
    return written + qualifier if qualifier == "?" else f"{qualifier} {written}"


def date_parts(date: Raw) -> Iterator[int]:
    """Yield year, month, day, as far as they are stated."""
    for key in ("year", "month", "day"):
        part = stated_integer(date.get(key))
        if part is None:
            return
        yield part


def year_of(date: Any) -> int | None:
    """Return the year of a date, if it can be one."""
    if not isinstance(date, dict):
        return None
    year = date.get("year")
    if year is None and isinstance(date.get("logicalDate"), str):
        year = date["logicalDate"].split("-")[0]
    try:
        number = as_integer(year)
    except MalformedRecordError:
        return None
    return number if EARLIEST_YEAR <= number <= LATEST_YEAR else None


def span(raw: Raw) -> Span:
    """Return a description's dates: the first of coverage, inclusive, production that is there."""
    for start, end in SPANS:
        if raw.get(start) or raw.get(end):
            return span_between([raw.get(start)], [raw.get(end)])
    production = [date for date in as_list(raw.get("productionDates")) if date]
    return span_between(production, production)


def life_span(raw: Raw) -> Span:
    """Return an authority's dates: birth and death, or establishment and abolition."""
    for start, end in LIFE_SPANS:
        if raw.get(start) or raw.get(end):
            return span_between([raw.get(start)], [raw.get(end)])
    return Span()


def span_between(starts: list[Any], ends: list[Any]) -> Span:
    """Return the span from the first of some dates to the last of others."""
    if not starts and not ends:
        return Span()
    return remembered_span(msgspec.json.encode((starts, ends)))


@lru_cache(REMEMBERED_SPANS)
def remembered_span(given: bytes) -> Span:
    """Return the span between two lists of dates in JSON."""
    starts, ends = msgspec.json.decode(given)
    first = min((date for date in starts if date is not None), key=date_order, default=None)
    last = max((date for date in ends if date is not None), key=date_order, default=None)
    years = sorted(known(year_of(date) for date in (first, last)))
    return Span(
        start_date=written_date(first),
        end_date=written_date(last),
        start_year=years[0] if years else None,
        end_year=years[-1] if years else None,
    )


def date_order(date: Any) -> str:
    """Return what dates are ordered by: their ISO form."""
    return str(date.get("logicalDate") or written_date(date)) if isinstance(date, dict) else ""


def known(values: Iterable[int | None]) -> list[int]:
    """Return the values that are there."""
    return [value for value in values if value is not None]
