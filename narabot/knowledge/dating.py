"""Dates as phrases: one name for a day, however it is written. Pure."""

import re
from datetime import date as calendar_date

from narabot.dates import PartialDate, placed_dates
from narabot.models.knowledge import Phrase

CIRCA = r"\b(?:ca|c|approximately|about)\b"
UNSURE = re.compile(rf"{CIRCA}|\?$", re.IGNORECASE)
"""What a date bears that the archivists do not know for sure."""

UNSURE_BEFORE = re.compile(rf"{CIRCA}\.? ?$", re.IGNORECASE)


def day_phrase(date: PartialDate) -> Phrase | None:
    """Return a date as a phrase by its ISO name, as far as it is told.

    `None` without a year, or for a day that no calendar has.
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
    """Return whether a calendar has a day; 30 February is a slip of the pen."""
    try:
        calendar_date(date.year or 1, date.month or 1, date.day or 1)
    except ValueError:
        return False
    return True


def date_phrase(written: str) -> Phrase | None:
    """Return what a text writes as a date, `9/1789` too; `None` for what is none."""
    month, _, year = written.strip().partition("/")
    if month.isdecimal() and len(year) == 4 and year.isdecimal() and 1 <= int(month) <= 12:
        return day_phrase(PartialDate(int(year), int(month), None))
    dates = placed_dates(written)
    phrase = day_phrase(dates[0].date) if len(dates) == 1 else None
    return unsure(phrase) if phrase is not None and UNSURE.search(written) else phrase


def placed_day(date: PartialDate, text: str, start: int, end: int) -> Phrase | None:
    """Return the phrase of a date at `text[start:end]`: whether it is sure stands beside it."""
    phrase = day_phrase(date)
    is_unsure = text[end : end + 1] == "?" or UNSURE_BEFORE.search(text, max(start - 15, 0), start)
    return unsure(phrase) if phrase is not None and is_unsure else phrase


def unsure(date: Phrase) -> Phrase:
    """Return a date as one that the archivists do not know for sure."""
    return Phrase(f"ca. {date.name}", "DATE")
