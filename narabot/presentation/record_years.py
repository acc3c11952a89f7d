"""From which years and decades records are. Pure."""

import re

from narabot.models import PathRecord, Years
from narabot.understanding.periods import YEAR_IN_TITLE

DECADE = 10

TITLE_YEAR = re.compile(YEAR_IN_TITLE)


def years_of_record(record: PathRecord) -> Years:
    """Return the years that a record is from, read as the filter by years reads them.

    Without dates of its own it is from those in its title, or else from those it inherits.
    """
    is_dated = record.start_date or record.end_date
    titled = [] if is_dated else [int(year) for year in TITLE_YEAR.findall(record.name or "")]
    if titled:
        return Years(min(titled), max(titled))
    return Years(record.start_year, record.end_year)


def clamped(years: Years, within: Years) -> Years:
    """Return some years as far as others go, of an open end too; none of unknown ones."""
    if years == Years() or within == Years():
        return Years()
    first, last = within.first or 0, within.last or 0
    start = first if years.first is None else max(years.first, first)
    end = last if years.last is None else min(years.last, last)
    return Years(start, end) if start <= end else Years()


def decades_of(years: Years, within: Years) -> set[int]:
    """Return the first years of the decades of some years, of an open end as far as the others."""
    span = clamped(years, within)
    if span.first is None or span.last is None:
        return set()
    return set(range(span.first // DECADE * DECADE, span.last + 1, DECADE))


def stated(year: int | None) -> tuple[int, ...]:
    """Return a year that may not be there."""
    return () if year is None else (year,)
