"""Determine the years and decades of records."""

import re

from narabot.models import PathRecord, Years
from narabot.understanding.periods import YEAR_IN_TITLE

DECADE = 10

TITLE_YEAR = re.compile(YEAR_IN_TITLE)


def years_of_record(record: PathRecord) -> Years:
    """Return a record's years, determined by the same rules as in the year filter.

    For a record without dates of its own, the years come from the title, or else from inherited
    dates.
    """
    is_dated = record.start_date or record.end_date
    titled = [] if is_dated else [int(year) for year in TITLE_YEAR.findall(record.name or "")]
    if titled:
        return Years(min(titled), max(titled))
    return Years(record.start_year, record.end_year)


def clamp_years(years: Years, within: Years) -> Years:
    """Return years limited to a range.

    Open ends extend to the limits of the range. The result is empty if the years or the range are
    unknown.
    """
    if years == Years() or within == Years():
        return Years()
    first, last = within.first or 0, within.last or 0
    start = first if years.first is None else max(years.first, first)
    end = last if years.last is None else min(years.last, last)
    return Years(start, end) if start <= end else Years()


def decades_of(years: Years, within: Years) -> set[int]:
    """Return the first year of each decade that the years cover within a range."""
    span = clamp_years(years, within)
    if span.first is None or span.last is None:
        return set()
    return set(range(span.first // DECADE * DECADE, span.last + 1, DECADE))


def known_year(year: int | None) -> tuple[int, ...]:
    """Return a year as a tuple, which is empty if the year is `None`."""
    return () if year is None else (year,)
