"""Years, decades, and centuries as written in English and Russian requests.

This module has no side effects.
"""

import re

from narabot.models import Years

CENTURY = r"(?:1[5-9]|20)"
YEAR = CENTURY + r"\d\d"
APPROXIMATE_YEARS = 2
"""Number of years before and after 1943 that "about 1943" includes."""

SHORTENED, CENTURY_OF_SHORTENED = 100, 1900
"""A decade below 100, as in `the 60s`, belongs to the twentieth century."""

SHORT_YEAR_DIGITS = 2
"""Number of digits in the second year of `1941-43`."""

MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:январ|феврал|март|апрел|ма|июн|июл|август|сентябр|октябр|ноябр|декабр)\w*)"
)
DATE = rf"(?:\d{{1,2}} )?{MONTH} (?:\d{{1,2}}, ?)?"
"""Text that may precede the year in a date."""

PERIOD = (
    rf"(?:the )?(?:(?:early|mid|late)[ -])?{CENTURY}\d0(?:['’]?s\b|-[ехм]\w*)"
    r"|(?:the )?(?:1[6-9]|2[01])(?:th|st)[ -]century\b"
    r"|(?:the ['’]?|['’])[2-9]0['’]?s\b"
    rf"|(?:circa |ca?\.? |about |around |около )?{YEAR}\b"
)
"""A decade, century, or year."""

YEAR_IN_TITLE = (
    rf"(?i)(?:^|[/,(\[–] ?|(?<![A-Za-z])- ?|\b(?:{MONTH}|in|of|from|to|since|until|ca\.) )"
    rf"({YEAR})(?!\d|\) ?:| hours)"
)
"""A year in a title, in the positions where dates occur. APOC, which is written in Java, also uses
this pattern.

The pattern does not match "Telegram 1843", "as of 2000 Hours", or the number in "(A-1580): ".
"""

YEAR_ENDING = r"(?: год\w*| гг?\.?)?"


def years_of(period: str) -> Years:
    """Return the years of `1943`, `about 1943`, `late 1930s`, `1930-х`, or `19th century`."""
    words = period.lower()
    number = int("".join(sign for sign in words if sign.isdigit()))
    if "century" in words:
        return Years((number - 1) * 100 + 1, number * 100)
    if re.search(r"\d['’]?s|\d-[ехм]", words):
        number += CENTURY_OF_SHORTENED if number < SHORTENED else 0
        parts = {"early": (0, 4), "mid": (3, 6), "late": (5, 9)}
        first, last = next((ends for part, ends in parts.items() if part in words), (0, 9))
        return Years(number + first, number + last)
    about = APPROXIMATE_YEARS if re.match(r"c|ab|ar|о", words) else 0
    return Years(number - about, number + about)


def years_between(match: re.Match[str]) -> Years:
    """Return the years from the first period through the second, in chronological order.

    `1941-43` is also supported.
    """
    first, last = (one for one in match.groups() if one)
    if len(last) == SHORT_YEAR_DIGITS:
        last = first[: -len(last)] + last
    ends = sorted([years_of(first), years_of(last)], key=lambda years: years.first or 0)
    return Years(ends[0].first, ends[1].last)


def years_before(match: re.Match[str]) -> Years:
    """Return the years before a period."""
    return Years(None, (years_of(match[1]).first or 0) - 1)


def years_after(match: re.Match[str]) -> Years:
    """Return the years after a period."""
    return Years((years_of(match[1]).last or 0) + 1, None)


def years_until(match: re.Match[str]) -> Years:
    """Return the years up to the end of a period."""
    return Years(None, years_of(match[1]).last)


def years_within(match: re.Match[str]) -> Years:
    """Return the years in a period."""
    return years_of(next(one for one in match.groups() if one))


def years_since(match: re.Match[str]) -> Years:
    """Return the years from the start of a period."""
    return Years(years_within(match).first, None)
