"""The days that a request names, as periods: a month is all of its days, never silently a year.

Pure. Dates are found by `narabot.dates`, decades and centuries by `narabot.understanding.periods`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from msgspec import structs

from narabot.dates import (
    MONTH,
    PartialDate,
    PlacedDate,
    first_day,
    last_day,
    month_number,
    placed_dates,
)
from narabot.plans.algebra import Period, Timing
from narabot.plans.named_days import narrowed
from narabot.plans.vocabulary import patterns
from narabot.understanding.periods import CENTURY_OF_SHORTENED, PERIOD, years_of

BETWEEN = r"(?:to|through|until|till|and|or|[-–—]|по|до|и|или)"

DAY_RANGE = re.compile(
    rf"\b(?P<first>\d{{1,2}})\s*{BETWEEN}\s*(?=\d{{1,2}}(?:st|nd|rd|th)? (?:of )?[^\W\d_]{{3,}})",
    re.IGNORECASE,
)
"""`21 to 23 February`: the first day stands without its month."""

MONTHS_TOGETHER = re.compile(
    rf"\b{MONTH}\s*{BETWEEN}\s*{MONTH.replace('<month>', '<last>')}\b", re.IGNORECASE
)
"""`June to August`, of a year that is named elsewhere."""

JOINED = re.compile(rf"[,\s]*{BETWEEN}\s+|[-–—]", re.IGNORECASE)

AHEAD = {
    name: re.compile(rf"\b(?:{words})[\s,]*(?:the year )?$", re.IGNORECASE)
    for name, words in {
        "before": r"(?:before|prior to|older than|earlier than|predat\w+|до|раньше|старше)"
        r"(?: (?:the (?:start|beginning) of|начала))?",
        "after": "after|later than|newer than|после|позже|позднее",
        "since": "since|starting in|starting from|начиная с",
        "until": "until|till|up to|no later than|by the end of|вплоть до",
    }.items()
}
"""Words before a date that make an open period of it."""

BEHIND = {
    name: re.compile(rf"[\s,]*(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "since": r"or (?:later|after(?:wards?)?|since)|and (?:later|after(?:wards?)?)|onwards?"
        r"|(?:и|или) (?:позже|позднее|после)",
        "until": r"or (?:earlier|before)|and (?:earlier|before)|(?:и|или) (?:раньше|ранее)",
    }.items()
}
"""Words behind a date that make an open period of it."""

FIRST_DAYS = re.compile(
    r"\bin the (?:first|next) (?P<count>\d+|two|three|four|five|six|seven|ten) days after\s*$",
    re.IGNORECASE,
)
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}

TIMINGS = (
    (
        Timing.STARTING,
        r"\b(?:open(?:ed|ing|s)?|begin\w*|began|begun|start(?:s|ed|ing)?|reach\w* back"
        r"|открыт\w*|начина\w+|начат\w*|начал\w*)\b",
    ),
    (
        Timing.ENDING,
        r"\b(?:end(?:s|ed|ing)?|clos(?:e|es|ed|ing)|finish\w*|stop\w*"
        r"|заканчива\w+|законч\w+|конча\w+|завершен\w*|закрыт\w*)\b",
    ),
    (Timing.WITHIN, r"\b(?:entirely|wholly|completely|only|целиком|полностью)\b"),
)


@dataclass(frozen=True, slots=True)
class PlacedPeriod:
    """A period and where a request names it."""

    start: int
    end: int
    period: Period
    is_day: bool
    """Whether it is one day."""


def periods_in(text: str) -> list[PlacedPeriod]:
    """Return the periods that a request names, in their order, each as far as it is told.

    A day or month without a year has the only year that is named, if there is but one.
    """
    dates = with_one_year(dates_in(text))
    whole_runs = (run for run in runs(text, dates) if all(one.date.year for one in run))
    found = [in_words(text, placed(run)) for run in whole_runs]
    taken = [(one.start, one.end) for one in found]
    decades = [
        PlacedPeriod(*said.span(), Period(date(years.first, 1, 1), date(years.last, 12, 31)), False)
        for said in re.finditer(PERIOD, text, re.IGNORECASE)
        if not any(said.start() < end and said.end() > start for start, end in taken)
        and (years := years_of(said[0])).first
        and years.last
    ]
    timed = [turned(text, one) for one in (*found, *decades, *decades_said(text))]
    return sorted(timed, key=lambda one: one.start)


def decades_said(text: str) -> list[PlacedPeriod]:
    """Return the decades that a text names in words: those of the last century."""
    return [
        PlacedPeriod(*said.span(), Period(date(first, 1, 1), date(first + 9, 12, 31)), False)
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
        if not any(one.start < said.end() and one.end > said.start() for one in found):
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
    """Return dates that belong together: two with `to`, `and` or `or` between them, or one."""
    found: list[list[PlacedDate]] = []
    for one in dates:
        before = found[-1] if found else None
        if before and len(before) == 1 and JOINED.fullmatch(text[before[0].end : one.start]):
            before.append(one)
        else:
            found.append([one])
    return found


def placed(run: Sequence[PlacedDate]) -> PlacedPeriod:
    """Return the period of one date, or from one to another."""
    first, last = first_day(run[0].date), last_day(run[-1].date)
    if first and last and first > last:
        first, last = first_day(run[-1].date), last_day(run[0].date)
    return whole(run[0].start, run[-1].end, Period(first, last))


def whole(start: int, end: int, period: Period) -> PlacedPeriod:
    """Return a period and where it is named."""
    is_day = period.first is not None and period.first == period.last
    return PlacedPeriod(start, end, period, is_day)


def in_words(text: str, one: PlacedPeriod) -> PlacedPeriod:
    """Return a period with what the words before it say of it: a day, a week, a season."""
    found = narrowed(text, one.start, one.period)
    return whole(found[0], one.end, found[1]) if found else one


def turned(text: str, one: PlacedPeriod) -> PlacedPeriod:
    """Return a period as the words around it turn it: before, after, since, until; and how."""
    ahead = text[: one.start]
    said = FIRST_DAYS.search(ahead)
    if said and one.period.last:
        count = NUMBERS.get(said["count"].lower()) or int(said["count"])
        last = one.period.last
        period = Period(last + timedelta(1), last + timedelta(count), Timing.WITHIN)
        return replace(one, period=period, start=said.start())
    for name, words in AHEAD.items():
        if said := words.search(ahead):
            period = opened(one.period, name, timing_of(text))
            return replace(one, period=period, start=said.start(), is_day=False)
    for name, words in BEHIND.items():
        if said := words.match(text, one.end):
            period = opened(one.period, name, timing_of(text))
            return replace(one, period=period, end=said.end(), is_day=False)
    return replace(one, period=structs.replace(one.period, timing=timing_of(text)))


def opened(period: Period, name: str, timing: Timing) -> Period:
    """Return the open period before or after another, or from its beginning, or to its end."""
    first, last = period.first, period.last
    match name:
        case "before":
            return Period(None, first - timedelta(1) if first else None, Timing.STARTING)
        case "after":
            return Period(last + timedelta(1) if last else None, None, Timing.ENDING)
        case "since":
            return Period(first, None, timing)
        case _:
            return Period(None, last, timing)


def timing_of(text: str) -> Timing:
    """Return how records' days should lie to those that are named, by the words of a request."""
    for timing, words in TIMINGS:
        if re.search(words, text, re.IGNORECASE):
            return timing
    return Timing.OVERLAPPING
