"""Dates in NARA's fields, texts, and requests. Displayed dates keep the source's precision."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, replace
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


def plain_date(written: str, language: str = "en") -> str:
    """Rewrite `ca. 1942-05-25` as `ca. May 25, 1942`. Return other text unchanged."""
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or (match["month"] and not 1 <= int(match["month"]) <= 12):
        return written
    plain = match["year"]
    if match["month"] and language != "en":
        plain = localized_date(language, int(plain), int(match["month"]), int(match["day"] or 0))
    elif match["day"]:
        plain = f"{MONTHS[int(match['month']) - 1]} {int(match['day'])}, {plain}"
    elif match["month"]:
        plain = f"{MONTHS[int(match['month']) - 1]} {plain}"
    return f"{match['before'] or ''}{plain}{match['after'] or ''}"


def localized_date(language: str, year: int, month: int, day: int) -> str:
    """Return a date as text in another language. If the day is 0, omit the day."""
    from babel.dates import format_date

    try:
        when = date(year, month, day or 1)
    except ValueError:  # the date does not exist, such as February 31
        return f"{year}-{month:02}-{day:02}"
    return str(format_date(when, "d MMMM y" if day else "LLLL y", locale=language))


def plain_span(start: str | None, end: str | None) -> str | None:
    """Return a date range as text: `1941 – 1943`, `1941`, `from 1941`, or `until 1943`."""
    if start is None and end is None:
        return None
    if start is None or end is None:
        return (
            f"from {plain_date(start)}" if start is not None else f"until {plain_date(end or '')}"
        )
    return plain_date(start) if start == end else f"{plain_date(start)} – {plain_date(end)}"


ENGLISH_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
RUSSIAN_MONTHS = "янв фев мар апр ма июн июл авг сен окт ноя дек".split()

MONTH = (
    r"(?P<month>(?:jan|febr)(?:uary)?|feb|mar(?:ch)?|apr(?:il)?|may(?! (?:also|be|have|not)\b)"
    r"|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|(?:январ|феврал|апрел|июн|июл|сентябр|октябр|ноябр|декабр)(?:ь|я|ю|е|[её]м)"
    r"|(?:март|август)(?:а|у|ом|е)?|ма(?:й|я|ю|ем|е))\.?"
)
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|-го)?"
YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)"
NUMERIC_MONTH, NUMERIC_DAY = r"(?P<month>0?[1-9]|1[0-2])", r"(?P<day>0?[1-9]|[12]\d|3[01])"

DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{YEAR}-{NUMERIC_MONTH}-{NUMERIC_DAY}\b",
        rf"\b{NUMERIC_MONTH}/{NUMERIC_DAY}/{YEAR}\b",
        rf"\b{MONTH} {DAY},? ?{YEAR}\b",
        rf"\b{DAY}(?: of)? {MONTH},? ?{YEAR}\b",
        rf"\b{MONTH},? {YEAR}\b",
        rf"\b{MONTH} {DAY}\b(?!,? ?\d{{4}})",
        rf"\b{DAY}(?: of)? {MONTH}\b",
        rf"(?<![\d$,.-]){YEAR}(?=[-–—](?:1[5-9]|20)\d\d\b)",
        rf"(?<= {{4}}[-–—]){YEAR}\b",
        rf"(?<![\d$,.-]){YEAR}\b(?![\d,.-]*\d)",
    )
)
"""Patterns in order of precedence. `find_dates` blanks out each pattern's matches before it tries
the next pattern."""

CONNECTOR = re.compile(r",? (?:and|or|to|и|или|по) |,? ?[-–—] ?", re.IGNORECASE)
"""Text between two dates that share the year of the second date."""

MONTH_BEFORE = re.compile(rf"\b{MONTH}(?=,? (?:and|or|to|и|или|по)  |,? ?[-–—]  )", re.IGNORECASE)
"""A month before another date that `find_dates` has already blanked out."""


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date that may lack its year, month, or day."""

    year: int | None
    month: int | None
    day: int | None

    def is_within(self, other: "PartialDate") -> bool:
        """Return whether all parts that this date specifies match the other date."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(own is None or own == their for own, their in pairs)

    def __str__(self) -> str:
        """Return the date in American format."""
        month = MONTHS[self.month - 1] if self.month else ""
        day = f"{self.day}," if self.day and self.year else str(self.day or "")
        return " ".join(filter(None, (month, day, str(self.year or ""))))


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A date with its position in a text."""

    start: int
    end: int
    date: PartialDate


def find_dates(text: str) -> list[DateSpan]:
    """Return the dates in a text, in text order.

    In `September or October 1967`, both months get the year 1967.
    """
    found: list[DateSpan] = []
    for pattern in (*DATES, MONTH_BEFORE):
        rest = blank_out(text, found)
        found += [DateSpan(*match.span(), parsed_date(match)) for match in pattern.finditer(rest)]
    return share_years(text, sorted(found, key=lambda one: one.start))


def blank_out(text: str, dates: Sequence[DateSpan]) -> str:
    """Replace dates in a text with blanks."""
    for one in dates:
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


def months_with_years(text: str) -> list[DateSpan]:
    """Return the dates in a request that have a month and a year.

    If the request names only one year, dates without a year get that year.
    """
    found = find_dates(text)
    years = {one.date.year for one in found if one.date.year}
    year = years.pop() if len(years) == 1 else None
    dated = (replace(one, date=replace(one.date, year=one.date.year or year)) for one in found)
    return [one for one in dated if one.date.year and one.date.month]


def without_dates(text: str, dates: Sequence[PartialDate]) -> str:
    """Replace the specified days and months in a text with blanks, with or without their years."""
    own = (one for one in find_dates(text) if one.date.month)
    return blank_out(text, [one for one in own if any(map(one.date.is_within, dates))])


def share_years(text: str, found: Sequence[DateSpan]) -> list[DateSpan]:
    """Add shared years to dates. A date before a connector gets the next date's year."""
    dates: list[DateSpan] = []
    for one in reversed(found):
        year = one.date.year
        if year is None and dates and CONNECTOR.fullmatch(text[one.end : dates[0].start]):
            year = dates[0].date.year
        dates.insert(0, replace(one, date=replace(one.date, year=year)))
    return dates


def parsed_date(found: re.Match[str]) -> PartialDate:
    """Return the date that a pattern in DATES has matched."""
    parts = found.groupdict()
    month = parts.get("month")
    return PartialDate(
        year=int(parts["year"]) if parts.get("year") else None,
        month=month_number(month) if month else None,
        day=int(parts["day"]) if parts.get("day") else None,
    )


def month_number(month: str) -> int:
    """Return a month's number, parsed from a name or number. Return 0 for an unknown name."""
    if month.isdigit():
        return int(month)
    name = month.lower()
    for months in (ENGLISH_MONTHS, RUSSIAN_MONTHS):
        for number, start in enumerate(months, start=1):
            if name.startswith(start) and (start != "ма" or not name.startswith("мар")):
                return number
    return 0


def first_day(one: PartialDate) -> date | None:
    """Return the first day of a date, or `None` if no such date exists."""
    try:
        return date(one.year or 0, one.month or 1, one.day or 1)
    except ValueError:
        return None


def last_day(one: PartialDate) -> date | None:
    """Return the last day of a date, or `None` if no such date exists."""
    try:
        month = one.month or 12
        return date(one.year or 0, month, one.day or monthrange(one.year or 0, month)[1])
    except ValueError:
        return None


TITLE_ENDING = re.compile(r"(?: ?\([^()]*\))*[\s.]*")
"""Text that may follow the dates at the end of a title."""

AFTER_DAY = re.compile(r"\d,\s*$")
"""Text before the year in a date with an invalid month or day, such as `February 227, 1941`."""

BETWEEN_DATES = re.compile(r"\s*(?:[-–—,]|and|to)\s*")


def dates_at_end(title: str) -> list[DateSpan]:
    """Return the dates at the end of a title. Only separators may come between the dates."""
    run: list[DateSpan] = []
    for one in reversed(find_dates(title)):
        rest = title[one.end : run[0].start] if run else title[one.end :]
        if not (BETWEEN_DATES if run else TITLE_ENDING).fullmatch(rest):
            break
        run.insert(0, one)
    is_cut = bool(run) and not run[0].date.month and AFTER_DAY.search(title[: run[0].start])
    return [] if is_cut else run
