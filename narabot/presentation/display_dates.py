"""Format dates in the page language."""

import re
from datetime import date

from narabot.dates import plain_date, plain_span
from narabot.presentation.strings import ENGLISH, RUSSIAN, page_language, say

CIRCA = re.compile(r"^ca\. ")
"""NARA's prefix for approximate dates."""

MONTH = re.compile(r"^(\d{4})-(\d\d)$")
"""A date without a day. In Russian, the month needs the genitive after a preposition."""


def day_text(when: date) -> str:
    """Return a date in words."""
    return date_text(when.isoformat()[:10])


def date_text(stated: str) -> str:
    """Return one of NARA's dates in words: `1942-05-25` as `May 25, 1942`."""
    if page_language() == ENGLISH:
        return plain_date(stated)
    exact = CIRCA.sub("", stated)
    shown = plain_date(exact, page_language())
    return say("ca. {date}", date=shown) if exact != stated else shown


def date_after_preposition(stated: str) -> str:
    """Return a date in the form that follows a preposition.

    In Russian, a month takes the genitive.
    """
    match = MONTH.search(stated)
    if match is None or page_language() != RUSSIAN:
        return date_text(stated)
    _, month, year = plain_date(f"{match[1]}-{match[2]}-01", page_language()).split()
    return f"{month} {year}"


def date_range(start: str | None, end: str | None) -> str | None:
    """Return two dates as one phrase: `1941 – 1943`, `1941`, `from 1941`, or `until 1943`.

    Return `None` if both dates are missing.
    """
    if page_language() == ENGLISH or (start is None and end is None):
        return plain_span(start, end)
    if start is None:
        return say("until {date}", date=date_after_preposition(end or ""))
    if end is None:
        return say("from {date}", date=date_after_preposition(start))
    return date_text(start) if start == end else f"{date_text(start)} – {date_text(end)}"
