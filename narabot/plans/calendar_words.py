"""Days and parts of periods that are told in words: `the sixth of June`, `spring 1935`. Pure.

What these words say narrows the month or the year behind them.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from narabot.dates import PartialDate, first_day, last_day
from narabot.plans.algebra import Period
from narabot.plans.vocabulary import patterns

BETWEEN = re.compile(r"[\s,]*(?:day )?(?:(?:of|in) )?(?:the year )?", re.IGNORECASE)
"""What may stand between such words and the month or year."""


def narrowed(text: str, start: int, period: Period) -> tuple[int, Period] | None:
    """Return the part of a month or year that the words before it name, and where they begin.

    `start` is where the month or year stands. `None` where no part is named.
    """
    first, last = period.first, period.last
    if first is None or last is None:
        return None
    if period.is_of_years and first.year == last.year:
        readings = (*feasts(text, start, first.year), *quarters(text, start, first.year))
    elif period.is_of_months and (first.year, first.month) == (last.year, last.month):
        readings = (*days(text, start, first), *weeks(text, start, last))
    else:
        return None
    return min(readings, default=None, key=lambda one: one[0])


def days(text: str, start: int, month: date) -> Iterator[tuple[int, Period]]:
    """Yield the day of a month that ordinal words before it name."""
    for name, begin in named("days", text, start):
        day = month + timedelta(int(name) - 1)
        if day.month == month.month:
            yield begin, Period(day, day)


def weeks(text: str, start: int, end: date) -> Iterator[tuple[int, Period]]:
    """Yield the week, or half, of a month that is named before it; `end` is its last day."""
    for name, begin in named("parts_of_months", text, start):
        first, last = map(int, name.split("-"))
        if last > end.day:
            first, last = first - (last - end.day) * (first > MIDDLE), end.day
        yield begin, Period(end.replace(day=first), end.replace(day=last))


MIDDLE = 16
"""The first day of a month's second half: what begins later is counted from the end."""


def feasts(text: str, start: int, year: int) -> Iterator[tuple[int, Period]]:
    """Yield the day of a year that is named by what is celebrated on it."""
    for name, begin in named("feasts", text, start):
        day = date.fromisoformat(f"{year}-{name}")
        yield begin, Period(day, day)


def quarters(text: str, start: int, year: int) -> Iterator[tuple[int, Period]]:
    """Yield the quarter, half or season of a year that is named before it."""
    for name, begin in named("parts_of_years", text, start):
        first, last = (PartialDate(year, int(month), None) for month in name.split("-"))
        yield begin, Period(first_day(first), last_day(last))


def named(table: str, text: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield what a table's words say that stand right before a place, and where they begin."""
    for name, pattern in patterns(table).items():
        for said in pattern.finditer(text, 0, start):
            if BETWEEN.fullmatch(text, said.end(), start):
                yield name, begin_of(text, said.start())


def begin_of(text: str, start: int) -> int:
    """Return where words begin that start at a place: their article belongs to them."""
    article = "the "
    return start - len(article) if text[:start].lower().endswith(article) else start
