"""Dates in plain words, as precise as NARA writes them, and as texts and requests write them."""

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


def day(when: date) -> str:
    """Return a date as it is written in the United States."""
    return plain_date(when.isoformat()[:10])


def plain_date(written: str, language: str = "en") -> str:
    """Return `ca. 1942-05-25` as `ca. May 25, 1942`; what is no such date stays as it is."""
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or (match["month"] and not 1 <= int(match["month"]) <= 12):
        return written
    plain = match["year"]
    if match["month"] and language != "en":
        plain = date_in(language, int(plain), int(match["month"]), int(match["day"] or 0))
    elif match["day"]:
        plain = f"{MONTHS[int(match['month']) - 1]} {int(match['day'])}, {plain}"
    elif match["month"]:
        plain = f"{MONTHS[int(match['month']) - 1]} {plain}"
    return f"{match['before'] or ''}{plain}{match['after'] or ''}"


def date_in(language: str, year: int, month: int, day: int) -> str:
    """Return a day in another language, or a month where the day is 0."""
    from babel.dates import format_date

    try:
        when = date(year, month, day or 1)
    except ValueError:  # 31 February
        return f"{year}-{month:02}-{day:02}"
    return str(format_date(when, "d MMMM y" if day else "LLLL y", locale=language))


def plain_span(start: str | None, end: str | None) -> str | None:
    """Return two dates as one phrase: `1941 – 1943`, `1941`, `from 1941`, `until 1943`."""
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
"""The fullest first: what one has matched, the next do not see but as blanks."""

JOINING = re.compile(r",? (?:and|or|to|и|или|по) |,? ?[-–—] ?", re.IGNORECASE)
"""Between two dates of which the second has the year of both."""

MONTH_BEFORE = re.compile(rf"\b{MONTH}(?=,? (?:and|or|to|и|или|по)  |,? ?[-–—]  )", re.IGNORECASE)
"""A month before another date, of which blanks are left."""


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as far as it is told."""

    year: int | None
    month: int | None
    day: int | None

    def is_within(self, other: "PartialDate") -> bool:
        """Return whether another date has all that this one tells."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(own is None or own == their for own, their in pairs)

    def __str__(self) -> str:
        """Return it as it is written in the United States."""
        month = MONTHS[self.month - 1] if self.month else ""
        day = f"{self.day}," if self.day and self.year else str(self.day or "")
        return " ".join(filter(None, (month, day, str(self.year or ""))))


@dataclass(frozen=True, slots=True)
class PlacedDate:
    """A date and where it stands in a text."""

    start: int
    end: int
    date: PartialDate


def placed_dates(text: str) -> list[PlacedDate]:
    """Return the dates of a text in their order.

    Of `September or October 1967` the first has the year of the second.
    """
    found: list[PlacedDate] = []
    for pattern in (*DATES, MONTH_BEFORE):
        left = blanked(text, found)
        found += [PlacedDate(*said.span(), date_of(said)) for said in pattern.finditer(left)]
    return with_years(text, sorted(found, key=lambda one: one.start))


def blanked(text: str, dates: Sequence[PlacedDate]) -> str:
    """Return a text with blanks in the place of some of its dates."""
    for one in dates:
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


def months_said(text: str) -> list[PlacedDate]:
    """Return the days and months that a request names, each with its year.

    Where it names only one year, that is the year of them all.
    """
    found = placed_dates(text)
    years = {one.date.year for one in found if one.date.year}
    year = years.pop() if len(years) == 1 else None
    dated = (replace(one, date=replace(one.date, year=one.date.year or year)) for one in found)
    return [one for one in dated if one.date.year and one.date.month]


def without_dates(text: str, dates: Sequence[PartialDate]) -> str:
    """Return a text with blanks where it names some days and months, with their year or not."""
    own = (one for one in placed_dates(text) if one.date.month)
    return blanked(text, [one for one in own if any(map(one.date.is_within, dates))])


def with_years(text: str, found: Sequence[PlacedDate]) -> list[PlacedDate]:
    """Return dates in order; one before `or` and the like has the year of the next."""
    dates: list[PlacedDate] = []
    for one in reversed(found):
        year = one.date.year
        if year is None and dates and JOINING.fullmatch(text[one.end : dates[0].start]):
            year = dates[0].date.year
        dates.insert(0, replace(one, date=replace(one.date, year=year)))
    return dates


def date_of(found: re.Match[str]) -> PartialDate:
    """Return a date that one of DATES has matched."""
    parts = found.groupdict()
    month = parts.get("month")
    return PartialDate(
        year=int(parts["year"]) if parts.get("year") else None,
        month=month_number(month) if month else None,
        day=int(parts["day"]) if parts.get("day") else None,
    )


def month_number(month: str) -> int:
    """Return the number of a month, given by name or number."""
    if month.isdigit():
        return int(month)
    name = month.lower()
    for months in (ENGLISH_MONTHS, RUSSIAN_MONTHS):
        for number, start in enumerate(months, start=1):
            if name.startswith(start) and (start != "ма" or not name.startswith("мар")):
                return number
    return 0


def first_day(one: PartialDate) -> date | None:
    """Return the first day of a date, `None` for what no calendar has."""
    try:
        return date(one.year or 0, one.month or 1, one.day or 1)
    except ValueError:
        return None


def last_day(one: PartialDate) -> date | None:
    """Return the last day of a date, `None` for what no calendar has."""
    try:
        month = one.month or 12
        return date(one.year or 0, month, one.day or monthrange(one.year or 0, month)[1])
    except ValueError:
        return None


TITLE_ENDING = re.compile(r"(?: ?\([^()]*\))*[\s.]*")
"""What may stand behind the dates at the end of a title."""

AFTER_DAY = re.compile(r"\d,\s*$")
"""Before the year of a date of which month or day could not be read: `February 227, 1941`."""

BETWEEN_DATES = re.compile(r"\s*(?:[-–—,]|and|to)\s*")


def dates_at_end(title: str) -> list[PlacedDate]:
    """Return the dates with which a title ends, joined by nothing but signs."""
    run: list[PlacedDate] = []
    for one in reversed(placed_dates(title)):
        rest = title[one.end : run[0].start] if run else title[one.end :]
        if not (BETWEEN_DATES if run else TITLE_ENDING).fullmatch(rest):
            break
        run.insert(0, one)
    is_cut = bool(run) and not run[0].date.month and AFTER_DAY.search(title[: run[0].start])
    return [] if is_cut else run
