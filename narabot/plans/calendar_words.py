"""Parts of a month or year that a request names in words: `the sixth of June`, `spring 1935`. Pure.

These words narrow the month or year that follows them.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from narabot.dates import PartialDate, first_day, last_day
from narabot.plans.algebra import Period
from narabot.plans.vocabulary import patterns

PHRASE_GAP = re.compile(r"[\s,]*(?:day )?(?:(?:of|in) )?(?:the year )?", re.IGNORECASE)
"""Text that may separate a word for part of a month or year from that month or year."""


def period_part(text: str, start: int, period: Period) -> tuple[int, Period] | None:
    """Return the start of the words before a month or year, and the part that those words name.

    `start` is the position of the month or year. Return `None` if the words name no part of the
    month or year.
    """
    first, last = period.first, period.last
    if first is None or last is None:
        return None
    if period.is_of_years and first.year == last.year:
        readings = (*holidays(text, start, first.year), *year_parts(text, start, first.year))
    elif period.is_of_months and (first.year, first.month) == (last.year, last.month):
        readings = (*ordinal_days(text, start, first), *month_parts(text, start, last))
    else:
        return None
    return min(readings, default=None, key=lambda one: one[0])


def ordinal_days(text: str, start: int, month: date) -> Iterator[tuple[int, Period]]:
    """Yield the day of the month that is written as an ordinal before the month."""
    for name, begin in preceding_terms("days", text, start):
        day = month + timedelta(int(name) - 1)
        if day.month == month.month:
            yield begin, Period(day, day)


def month_parts(text: str, start: int, end: date) -> Iterator[tuple[int, Period]]:
    """Yield the week or half of a month that is named before the month. `end` is the month's last
    day."""
    for name, begin in preceding_terms("parts_of_months", text, start):
        first, last = map(int, name.split("-"))
        if last > end.day:
            first, last = first - (last - end.day) * (first > SECOND_HALF_START), end.day
        yield begin, Period(end.replace(day=first), end.replace(day=last))


SECOND_HALF_START = 16
"""First day of the second half of a month. Later parts, such as the last week, are counted back
from the month's last day."""


def holidays(text: str, start: int, year: int) -> Iterator[tuple[int, Period]]:
    """Yield the date of a holiday that is named before a year."""
    for name, begin in preceding_terms("feasts", text, start):
        day = date.fromisoformat(f"{year}-{name}")
        yield begin, Period(day, day)


def year_parts(text: str, start: int, year: int) -> Iterator[tuple[int, Period]]:
    """Yield the quarter, half, or season of a year that is named before the year."""
    for name, begin in preceding_terms("parts_of_years", text, start):
        first, last = (PartialDate(year, int(month), None) for month in name.split("-"))
        yield begin, Period(first_day(first), last_day(last))


def preceding_terms(table: str, text: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield each vocabulary term directly before a position, with the position at which the term
    starts."""
    for name, pattern in patterns(table).items():
        for match in pattern.finditer(text, 0, start):
            if PHRASE_GAP.fullmatch(text, match.end(), start):
                yield name, start_with_article(text, match.start())


def start_with_article(text: str, start: int) -> int:
    """Return the position at which a term starts, including any article before the term."""
    article = "the "
    return start - len(article) if text[:start].lower().endswith(article) else start
