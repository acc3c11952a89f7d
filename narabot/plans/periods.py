"""The dates in a request, as periods. A month means all of its days, but never the whole year.
Pure.

`narabot.dates` finds dates. `narabot.understanding.periods` finds decades and centuries.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from narabot.dates import (
    MONTH,
    DateSpan,
    PartialDate,
    find_dates,
    first_day,
    last_day,
    month_number,
)
from narabot.plans.algebra import Period
from narabot.plans.calendar_words import period_part
from narabot.plans.period_words import VAGUE_WORDS, WORDS_BEFORE, PlacedPeriod, with_modifiers
from narabot.plans.spans import MatchSpan, overlap
from narabot.plans.vocabulary import patterns
from narabot.understanding.periods import CENTURY_OF_SHORTENED, PERIOD, years_of

TO = r"(?:to|through|until|till|[-–—]|по|до)"
AND = r"(?:and|or|и|или)"
BETWEEN = rf"(?:{TO}|{AND})"

DAY_RANGE = re.compile(
    rf"\b(?P<first>\d{{1,2}})\s*{BETWEEN}\s*(?=\d{{1,2}}(?:st|nd|rd|th)? (?:of )?[^\W\d_]{{3,}})",
    re.IGNORECASE,
)
"""Matches the first day in `21 to 23 February`, where the month follows only the last day."""

MONTHS_TOGETHER = re.compile(
    rf"\b{MONTH}\s*{BETWEEN}\s*{MONTH.replace('<month>', '<last>')}\b", re.IGNORECASE
)
"""Matches `June to August`, whose year is named elsewhere."""

TO_GAP = re.compile(rf"[,\s]*{TO}\s+|[-–—]", re.IGNORECASE)
AND_GAP = re.compile(rf"[,\s]*{AND}\s+", re.IGNORECASE)
BETWEEN_WORD = re.compile(r"\b(?:between|между)[\s,]+(?:the )?$", re.IGNORECASE)
"""Text between or before two dates that combines them into one period."""

SHORT_YEAR_RANGE = re.compile(
    r"(?<![\d-])(?P<first>(?:1[5-9]|20)\d\d)[-–—/](?P<last>\d\d)(?![\d-])"
)
"""Matches `1941-43`."""


def periods_in(text: str) -> list[PlacedPeriod]:
    """Return the periods that a request names, in order, as precisely as the request names them.

    A day or month without a year takes the year that the request names if the request names only
    one year.
    """
    short = short_year_ranges(text)
    dates = [
        one
        for one in fill_missing_years(dates_in(text))
        if not any(overlap(one, other) for other in short)
    ]
    whole_runs = (run for run in date_runs(text, dates) if all(one.date.year for one in run))
    found = [*short, *(with_words_before(text, run_period(run)) for run in whole_runs)]
    decades = [
        year_period(match, first, last)
        for match in re.finditer(PERIOD, text, re.IGNORECASE)
        if not any(overlap(MatchSpan.of(match), other) for other in found)
        and (first := years_of(match[0]).first)
        and (last := years_of(match[0]).last)
    ]
    timed = [with_modifiers(text, one) for one in (*found, *decades, *decades_in_words(text))]
    return sorted(timed, key=lambda one: one.start)


def short_year_ranges(text: str) -> list[PlacedPeriod]:
    """Return the year ranges that are written as `1941-43`."""
    return [
        year_period(match, int(match["first"]), int(match["first"][:2] + match["last"]))
        for match in SHORT_YEAR_RANGE.finditer(text)
        if match["last"] > match["first"][2:]
    ]


def year_period(match: re.Match[str], first: int, last: int) -> PlacedPeriod:
    """Return the period from a first to a last year, at the position of a match."""
    return PlacedPeriod(*match.span(), Period(date(first, 1, 1), date(last, 12, 31)))


def decades_in_words(text: str) -> list[PlacedPeriod]:
    """Return the decades that a text names in words. narabot assumes the twentieth century."""
    return [
        year_period(match, first, first + 9)
        for name, pattern in patterns("decades").items()
        for match in pattern.finditer(text)
        for first in [CENTURY_OF_SHORTENED + 10 * int(name)]
    ]


def dates_in(text: str) -> list[DateSpan]:
    """Return the dates in a text, including the first day of `21 to 23 February`."""
    found = find_dates(text)
    for match in DAY_RANGE.finditer(text):
        after = next((one for one in found if one.start == match.end()), None)
        if after is not None and after.date.month and after.date.day:
            own = replace(after.date, day=int(match["first"]))
            found.append(DateSpan(match.start("first"), match.end("first"), own))
    for match in MONTHS_TOGETHER.finditer(text):
        if not any(overlap(one, MatchSpan.of(match)) for one in found):
            found += [
                DateSpan(*match.span(name), PartialDate(None, month_number(match[name]), None))
                for name in ("month", "last")
            ]
    return sorted(found, key=lambda one: one.start)


def fill_missing_years(dates: Sequence[DateSpan]) -> list[DateSpan]:
    """Return the dates. If they contain only one year, dates without a year take that year."""
    years = {one.date.year for one in dates if one.date.year}
    if len(years) != 1:
        return list(dates)
    [year] = years
    return [replace(one, date=replace(one.date, year=one.date.year or year)) for one in dates]


def date_runs(text: str, dates: Sequence[DateSpan]) -> list[list[DateSpan]]:
    """Return dates in groups: two dates that form one period, or a single date."""
    found: list[list[DateSpan]] = []
    for one in dates:
        before = found[-1] if found else None
        if before and len(before) == 1 and is_one_period(text, before[0], one):
            before.append(one)
        else:
            found.append([one])
    return found


def is_one_period(text: str, one: DateSpan, other: DateSpan) -> bool:
    """Return whether two dates are the ends of one period. `1941 and 1964` are two periods."""
    between = text[one.end : other.start]
    if TO_GAP.fullmatch(between):
        return True
    if not AND_GAP.fullmatch(between):
        return False
    ended, begun = last_day(one.date), first_day(other.date)
    is_next = ended is not None and begun is not None and begun <= ended + timedelta(1)
    return is_next or BETWEEN_WORD.search(text[: one.start]) is not None


def run_period(run: Sequence[DateSpan]) -> PlacedPeriod:
    """Return the period for a single date, or from one date to another."""
    first, last = first_day(run[0].date), last_day(run[-1].date)
    if first and last and first > last:
        first, last = first_day(run[-1].date), last_day(run[0].date)
    is_no_day = first is None or last is None  # such as February 30
    return PlacedPeriod(run[0].start, run[-1].end, Period(first, last), is_vague=is_no_day)


def with_words_before(text: str, period: PlacedPeriod) -> PlacedPeriod:
    """Return a period, narrowed to the day, week, season, or other part that the words before it
    name."""
    found = period_part(text, period.start, period.period)
    if found:
        return PlacedPeriod(found[0], period.end, found[1])
    ahead = text[: period.start]
    is_open = any(words.search(ahead) for words in WORDS_BEFORE.values())
    return replace(
        period, is_vague=period.is_vague or (not is_open and bool(VAGUE_WORDS.search(ahead)))
    )
