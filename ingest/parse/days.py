"""From which day to which: what months and years stand for, where days are compared. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ingest.parse.dates import Span
from narabot.dates import WRITTEN_DATE, PartialDate, first_day, last_day


@dataclass(frozen=True, slots=True)
class Days:
    """From which day to which, as far as they are stated."""

    first: date | None = None
    last: date | None = None


def stated_days(span: Span) -> Days:
    """Return the days of a record's own dates: 1943 is from its first day to its last."""
    first, last = partial(span.start_date), partial(span.end_date)
    return Days(first_day(first) if first else None, last_day(last) if last else None)


def partial(written: str | None) -> PartialDate | None:
    """Return a date as NARA writes it as a partial date; `None` for what is none."""
    found = WRITTEN_DATE.fullmatch(written) if written else None
    if found is None:
        return None
    month, day = (int(found[name]) if found[name] else None for name in ("month", "day"))
    return PartialDate(int(found["year"]), month, day)


def span_of(dates: Sequence[PartialDate]) -> Days:
    """Return the days from the first of some dates to the last; a month is all of its days."""
    dated = with_years(dates)
    if not dated:
        return Days()
    first, last = first_day(dated[0]), last_day(dated[-1])
    if first is None or last is None or first > last:
        return Days()
    return Days(first, last)


def with_years(dates: Sequence[PartialDate]) -> list[PartialDate]:
    """Return dates, those without a year with that of the next; none if the last has none."""
    found: list[PartialDate] = []
    for one in reversed(dates):
        year = one.year or (found[0].year if found else None)
        if year is None:
            return []
        found.insert(0, PartialDate(year, one.month, one.day))
    return found
