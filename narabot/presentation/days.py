"""Dates as the page writes them, in its language. Pure."""

import re
from datetime import date

from narabot.dates import plain_date, plain_span
from narabot.presentation.strings import ENGLISH, RUSSIAN, say, spoken

ABOUT = re.compile(r"^ca\. ")
"""How NARA says that a date is not exact."""

MONTH = re.compile(r"^(\d{4})-(\d\d)$")
"""A date without a day: behind a preposition it has another case in Russian."""


def day(when: date) -> str:
    """Return a day in words."""
    return written(when.isoformat()[:10])


def written(stated: str) -> str:
    """Return a date as NARA states it in words: `1942-05-25` as `May 25, 1942`."""
    if spoken() == ENGLISH:
        return plain_date(stated)
    exact = ABOUT.sub("", stated)
    shown = plain_date(exact, spoken())
    return say("ca. {date}", date=shown) if exact != stated else shown


def behind_preposition(stated: str) -> str:
    """Return a date as it stands behind a preposition: of a month in the genitive in Russian."""
    match = MONTH.search(stated)
    if match is None or spoken() != RUSSIAN:
        return written(stated)
    _, month, year = plain_date(f"{match[1]}-{match[2]}-01", spoken()).split()
    return f"{month} {year}"


def span(start: str | None, end: str | None) -> str | None:
    """Return two dates as one phrase: `1941 – 1943`, `1941`, `from 1941`, `until 1943`."""
    if spoken() == ENGLISH or (start is None and end is None):
        return plain_span(start, end)
    if start is None:
        return say("until {date}", date=behind_preposition(end or ""))
    if end is None:
        return say("from {date}", date=behind_preposition(start))
    return written(start) if start == end else f"{written(start)} – {written(end)}"
