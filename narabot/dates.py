"""Dates in plain words, as precise as NARA writes them; knows nothing of records."""

import re
from datetime import date

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

WRITTEN_DATE = re.compile(
    r"(?P<before>.*? )?(?P<year>\d{1,4})(?:-(?P<month>\d\d))?(?:-(?P<day>\d\d))?(?P<after>\?)?"
)


def day(when: date) -> str:
    """Return a date as it is written in the United States."""
    return plain_date(when.isoformat()[:10])


def plain_date(written: str) -> str:
    """Return `ca. 1942-05-25` as `ca. May 25, 1942`; what is no such date stays as it is."""
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or (match["month"] and not 1 <= int(match["month"]) <= 12):
        return written
    plain = match["year"]
    if match["day"]:
        plain = f"{MONTHS[int(match['month']) - 1]} {int(match['day'])}, {plain}"
    elif match["month"]:
        plain = f"{MONTHS[int(match['month']) - 1]} {plain}"
    return f"{match['before'] or ''}{plain}{match['after'] or ''}"


def plain_span(start: str | None, end: str | None) -> str | None:
    """Return two dates as one phrase: `1941 – 1943`, `1941`, `from 1941`, `until 1943`."""
    if start is None and end is None:
        return None
    if start is None or end is None:
        return (
            f"from {plain_date(start)}" if start is not None else f"until {plain_date(end or '')}"
        )
    return plain_date(start) if start == end else f"{plain_date(start)} – {plain_date(end)}"
