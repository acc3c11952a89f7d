"""Parse NARA's dates into text that preserves their precision, and into years for filters.

`logicalDate` fills in missing parts (1945 becomes 1945-12-31) and drops "ca.". Therefore narabot
uses the year, month, day, and qualifier instead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from ingest.parse.schema import Raw, as_integer, as_list, as_text, stated_integer
from narabot.errors import MalformedRecordError

EARLIEST_YEAR, LATEST_YEAR = 1000, 2100
"""Range of plausible years.

Other years are typing errors, such as 192 or 41886. narabot displays these years but does not
filter by them.
"""

DESCRIPTION_FIELDS = (
    ("coverageStartDate", "coverageEndDate"),
    ("inclusiveStartDate", "inclusiveEndDate"),
)
CACHED_SPANS = 1024
"""Number of cached date spans.

A record's dates are parsed four times, and neighboring records often have the same dates.
"""

AUTHORITY_FIELDS = (("birthDate", "deathDate"), ("establishDate", "abolishDate"))


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A start and an end date, as NARA writes them and as years. `None` means "not stated"."""

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
    """Yield the year, month, and day, up to the first part that is missing."""
    for key in ("year", "month", "day"):
        part = stated_integer(date.get(key))
        if part is None:
            return
        yield part


def year_of(date: Any) -> int | None:
    """Return the year of a date, or `None` if the year is implausible."""
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


def description_dates(raw: Raw) -> DateSpan:
    """Return a description's coverage dates, inclusive dates, or production dates.

    The first kind of date that the description states is used.
    """
    for start, end in DESCRIPTION_FIELDS:
        if raw.get(start) or raw.get(end):
            return span_between([raw.get(start)], [raw.get(end)])
    production = [date for date in as_list(raw.get("productionDates")) if date]
    return span_between(production, production)


def authority_dates(raw: Raw) -> DateSpan:
    """Return an authority's dates: birth and death, or establishment and abolition."""
    for start, end in AUTHORITY_FIELDS:
        if raw.get(start) or raw.get(end):
            return span_between([raw.get(start)], [raw.get(end)])
    return DateSpan()


def span_between(starts: list[Any], ends: list[Any]) -> DateSpan:
    """Return the span from the earliest start date to the latest end date."""
    if not starts and not ends:
        return DateSpan()
    return cached_span(msgspec.json.encode((starts, ends)))


@lru_cache(CACHED_SPANS)
def cached_span(dates_json: bytes) -> DateSpan:
    """Return the span for JSON-encoded lists of start dates and end dates."""
    starts, ends = msgspec.json.decode(dates_json)
    first = min((date for date in starts if date is not None), key=date_order, default=None)
    last = max((date for date in ends if date is not None), key=date_order, default=None)
    years = sorted(stated_values(year_of(date) for date in (first, last)))
    return DateSpan(
        start_date=written_date(first),
        end_date=written_date(last),
        start_year=years[0] if years else None,
        end_year=years[-1] if years else None,
    )


def date_order(date: Any) -> str:
    """Return a sort key for a date: its ISO form."""
    return str(date.get("logicalDate") or written_date(date)) if isinstance(date, dict) else ""


def stated_values(values: Iterable[int | None]) -> list[int]:
    """Return the values that are not `None`."""
    return [value for value in values if value is not None]
