"""Convert dates to phrases, with a single name for all spellings of a date.

This module is pure.
"""

import re
from datetime import date as calendar_date

from narabot.dates import PartialDate, find_dates
from narabot.models.knowledge import Phrase

CIRCA = r"\b(?:ca|c|approximately|about)\b"
APPROXIMATE = re.compile(rf"{CIRCA}|\?$", re.IGNORECASE)
"""Marks that indicate that an archivist was not certain of a date."""

APPROXIMATE_BEFORE = re.compile(rf"{CIRCA}\.? ?$", re.IGNORECASE)


def day_phrase(date: PartialDate) -> Phrase | None:
    """Return a date as a phrase. The phrase's name is the date in ISO format, to the date's
    precision.

    Return `None` if the year is missing or no calendar contains the date.
    """
    if date.year is None or not is_possible(date):
        return None
    parts = [f"{date.year:04}"]
    if date.month:
        parts.append(f"{date.month:02}")
        if date.day:
            parts.append(f"{date.day:02}")
    return Phrase("-".join(parts), "DATE")


def is_possible(date: PartialDate) -> bool:
    """Return whether a calendar contains the date. A date such as February 30 is a clerical
    error."""
    try:
        calendar_date(date.year or 1, date.month or 1, date.day or 1)
    except ValueError:
        return False
    return True


def date_phrase(written: str) -> Phrase | None:
    """Return a written date as a phrase, or `None` if the text is not a date.

    A form such as `9/1789` is also a date.
    """
    month, _, year = written.strip().partition("/")
    if month.isdecimal() and len(year) == 4 and year.isdecimal() and 1 <= int(month) <= 12:
        return day_phrase(PartialDate(int(year), int(month), None))
    dates = find_dates(written)
    phrase = day_phrase(dates[0].date) if len(dates) == 1 else None
    return (
        approximate_date(phrase) if phrase is not None and APPROXIMATE.search(written) else phrase
    )


def date_phrase_at(date: PartialDate, text: str, start: int, end: int) -> Phrase | None:
    """Return the phrase for a date at `text[start:end]`. The adjacent text determines whether the
    date is certain."""
    phrase = day_phrase(date)
    is_unsure = text[end : end + 1] == "?" or APPROXIMATE_BEFORE.search(
        text, max(start - 15, 0), start
    )
    return approximate_date(phrase) if phrase is not None and is_unsure else phrase


def approximate_date(date: Phrase) -> Phrase:
    """Return a copy of a date, marked as uncertain."""
    return Phrase(f"ca. {date.name}", "DATE")
