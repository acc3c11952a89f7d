"""Convert dates to ranges of days, so that months and years can be compared with days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ingest.parse.dates import DateSpan
from narabot.dates import WRITTEN_DATE, PartialDate, first_day, last_day


@dataclass(frozen=True, slots=True)
class DayRange:
    """The first and last days, if they are stated."""

    first: date | None = None
    last: date | None = None


def stated_days(span: DateSpan) -> DayRange:
    """Return the days that a record's own dates cover. A year covers all of its days."""
    first, last = parse_partial_date(span.start_date), parse_partial_date(span.end_date)
    return DayRange(first_day(first) if first else None, last_day(last) if last else None)


def parse_partial_date(written: str | None) -> PartialDate | None:
    """Return one of NARA's dates as a partial date, or `None` if the date's form is unexpected."""
    found = WRITTEN_DATE.fullmatch(written) if written else None
    if found is None:
        return None
    month, day = (int(found[name]) if found[name] else None for name in ("month", "day"))
    return PartialDate(int(found["year"]), month, day)


def day_range(dates: Sequence[PartialDate]) -> DayRange:
    """Return the range from the first to the last date. A month covers all of its days."""
    dated = with_years(dates)
    if not dated:
        return DayRange()
    first, last = first_day(dated[0]), last_day(dated[-1])
    if first is None or last is None or first > last:
        return DayRange()
    return DayRange(first, last)


def with_years(dates: Sequence[PartialDate]) -> list[PartialDate]:
    """Return the dates with any missing years added. A missing year is taken from the next date.

    Return an empty list if the last date has no year.
    """
    found: list[PartialDate] = []
    for date_ in reversed(dates):
        year = date_.year or (found[0].year if found else None)
        if year is None:
            return []
        found.insert(0, PartialDate(year, date_.month, date_.day))
    return found
