"""The days that a request names, as periods: a month is all of its days, never silently a year.

Pure. Dates are found by `narabot.dates`, decades and centuries by `narabot.understanding.periods`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from narabot.dates import (
    MONTH,
    PartialDate,
    PlacedDate,
    first_day,
    last_day,
    month_number,
    placed_dates,
)
from narabot.plans.algebra import Period
from narabot.plans.calendar_words import narrowed
from narabot.plans.period_words import AHEAD, VAGUE, PlacedPeriod, turned
from narabot.plans.spans import Stretch, overlap
from narabot.plans.vocabulary import patterns
from narabot.understanding.periods import CENTURY_OF_SHORTENED, PERIOD, years_of

TO = r"(?:to|through|until|till|[-–—]|по|до)"
AND = r"(?:and|or|и|или)"
BETWEEN = rf"(?:{TO}|{AND})"

DAY_RANGE = re.compile(
    rf"\b(?P<first>\d{{1,2}})\s*{BETWEEN}\s*(?=\d{{1,2}}(?:st|nd|rd|th)? (?:of )?[^\W\d_]{{3,}})",
    re.IGNORECASE,
)
"""`21 to 23 February`: the first day stands without its month."""

MONTHS_TOGETHER = re.compile(
    rf"\b{MONTH}\s*{BETWEEN}\s*{MONTH.replace('<month>', '<last>')}\b", re.IGNORECASE
)
"""`June to August`, of a year that is named elsewhere."""

FROM_TO = re.compile(rf"[,\s]*{TO}\s+|[-–—]", re.IGNORECASE)
BOTH = re.compile(rf"[,\s]*{AND}\s+", re.IGNORECASE)
BETWEEN_THEM = re.compile(r"\b(?:between|между)[\s,]+(?:the )?$", re.IGNORECASE)
"""What stands between two dates, or before them, that make one period."""

SHORT_SPAN = re.compile(r"(?<![\d-])(?P<first>(?:1[5-9]|20)\d\d)[-–—/](?P<last>\d\d)(?![\d-])")
"""`1941-43`."""


def periods_in(text: str) -> list[PlacedPeriod]:
    """Return the periods that a request names, in their order, each as far as it is told.

    A day or month without a year has the only year that is named, if there is but one.
    """
    short = short_spans(text)
    dates = [
        one
        for one in with_one_year(dates_in(text))
        if not any(overlap(one, other) for other in short)
    ]
    whole_runs = (run for run in runs(text, dates) if all(one.date.year for one in run))
    found = [*short, *(in_words(text, placed(run)) for run in whole_runs)]
    decades = [
        years(said, first, last)
        for said in re.finditer(PERIOD, text, re.IGNORECASE)
        if not any(overlap(Stretch.of(said), other) for other in found)
        and (first := years_of(said[0]).first)
        and (last := years_of(said[0]).last)
    ]
    timed = [turned(text, one) for one in (*found, *decades, *decades_said(text))]
    return sorted(timed, key=lambda one: one.start)


def short_spans(text: str) -> list[PlacedPeriod]:
    """Return the years that are written as `1941-43`."""
    return [
        years(said, int(said["first"]), int(said["first"][:2] + said["last"]))
        for said in SHORT_SPAN.finditer(text)
        if said["last"] > said["first"][2:]
    ]


def years(said: re.Match[str], first: int, last: int) -> PlacedPeriod:
    """Return the period of the years that some words say, from the first to the last."""
    return PlacedPeriod(*said.span(), Period(date(first, 1, 1), date(last, 12, 31)))


def decades_said(text: str) -> list[PlacedPeriod]:
    """Return the decades that a text names in words: those of the last century."""
    return [
        years(said, first, first + 9)
        for name, pattern in patterns("decades").items()
        for said in pattern.finditer(text)
        for first in [CENTURY_OF_SHORTENED + 10 * int(name)]
    ]


def dates_in(text: str) -> list[PlacedDate]:
    """Return the dates of a text; the first of `21 to 23 February` is one too."""
    found = placed_dates(text)
    for said in DAY_RANGE.finditer(text):
        after = next((one for one in found if one.start == said.end()), None)
        if after is not None and after.date.month and after.date.day:
            own = replace(after.date, day=int(said["first"]))
            found.append(PlacedDate(said.start("first"), said.end("first"), own))
    for said in MONTHS_TOGETHER.finditer(text):
        if not any(overlap(one, Stretch.of(said)) for one in found):
            found += [
                PlacedDate(*said.span(name), PartialDate(None, month_number(said[name]), None))
                for name in ("month", "last")
            ]
    return sorted(found, key=lambda one: one.start)


def with_one_year(dates: Sequence[PlacedDate]) -> list[PlacedDate]:
    """Return dates; those without a year have the only one that is named."""
    years = {one.date.year for one in dates if one.date.year}
    if len(years) != 1:
        return list(dates)
    [year] = years
    return [replace(one, date=replace(one.date, year=one.date.year or year)) for one in dates]


def runs(text: str, dates: Sequence[PlacedDate]) -> list[list[PlacedDate]]:
    """Return dates that belong together: from one to the other, or next to each other; or one."""
    found: list[list[PlacedDate]] = []
    for one in dates:
        before = found[-1] if found else None
        if before and len(before) == 1 and are_joined(text, before[0], one):
            before.append(one)
        else:
            found.append([one])
    return found


def are_joined(text: str, one: PlacedDate, other: PlacedDate) -> bool:
    """Return whether two dates are the ends of one period: `1941 and 1964` are two of them."""
    between = text[one.end : other.start]
    if FROM_TO.fullmatch(between):
        return True
    if not BOTH.fullmatch(between):
        return False
    ended, begun = last_day(one.date), first_day(other.date)
    is_next = ended is not None and begun is not None and begun <= ended + timedelta(1)
    return is_next or BETWEEN_THEM.search(text[: one.start]) is not None


def placed(run: Sequence[PlacedDate]) -> PlacedPeriod:
    """Return the period of one date, or from one to another."""
    first, last = first_day(run[0].date), last_day(run[-1].date)
    if first and last and first > last:
        first, last = first_day(run[-1].date), last_day(run[0].date)
    is_no_day = first is None or last is None  # 30 February
    return PlacedPeriod(run[0].start, run[-1].end, Period(first, last), is_vague=is_no_day)


def in_words(text: str, one: PlacedPeriod) -> PlacedPeriod:
    """Return a period with what the words before it say of it: a day, a week, a season."""
    found = narrowed(text, one.start, one.period)
    if found:
        return PlacedPeriod(found[0], one.end, found[1])
    ahead = text[: one.start]
    is_open = any(words.search(ahead) for words in AHEAD.values())
    return replace(one, is_vague=one.is_vague or (not is_open and bool(VAGUE.search(ahead))))
