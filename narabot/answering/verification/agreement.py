"""Whether a written sentence agrees with a text in what can be compared: dates, numbers, units.

Pure. A model that reads can be fooled by one digit; this cannot. What agrees may still be false.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from text_to_num import alpha2digit

from narabot.answering.verification.obfuscation import as_seen
from narabot.words import STOP_WORDS, fold, stem

ENGLISH_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
RUSSIAN_MONTHS = "янв фев мар апр ма июн июл авг сен окт ноя дек".split()

MONTH = (
    r"(?P<month>(?:jan|febr)(?:uary)?|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|январ\w*|феврал\w*|март\w*|апрел\w*|ма[йяе]\w*|июн\w*|июл\w*|август\w*|сентябр\w*"
    r"|октябр\w*|ноябр\w*|декабр\w*)\.?"
)
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|-го)?"
YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)"

DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b",
        rf"\b(?P<month>\d{{1,2}})/(?P<day>\d{{1,2}})/{YEAR}\b",
        rf"\b{MONTH} {DAY},? ?{YEAR}\b",
        rf"\b{DAY}(?: of)? {MONTH},? ?{YEAR}\b",
        rf"\b{MONTH},? {YEAR}\b",
        rf"\b{MONTH} {DAY}\b(?!,? ?\d{{4}})",
        rf"\b{DAY}(?: of)? {MONTH}\b",
        rf"(?<![\d$,.-]){YEAR}\b(?![\d,.-]*\d)",
    )
)
"""The fullest first: what one has matched, the next do not see."""

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

WORDS_BEFORE, WORDS_BEHIND = 3, 2
"""Beside a number, among which its unit stands: `roll 9`, `12 linear feet`."""

REACH = 60
"""Characters in which these words are looked for."""

APART = re.compile(r"\d|\b(?:and|or|и|или)\b|[.;:]", re.IGNORECASE)
"""What a number's unit never stands behind: `6 boxes and 12 linear feet`."""

SPACED = re.compile(r"(?<!\w)(?:[^\W\d_][ .\-_]){2,}[^\W\d_](?!\w)")
"""Letters set apart, which a reader joins and a comparison of words does not."""

LATIN, CYRILLIC = re.compile(r"[A-Za-z]"), re.compile(r"[А-Яа-яЁё]")


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


@dataclass(frozen=True, slots=True)
class Figures:
    """The dates of a text, and its other numbers with the words beside them."""

    dates: frozenset[PartialDate]
    numbers: dict[str, frozenset[str]]
    """By number the stems of the content words near it."""


def agrees(sentence: str, text: str) -> bool:
    """Return whether a text has the dates and numbers of a sentence, these with their units.

    A sentence in disguise (letters set apart, unseen signs, two scripts in a word) agrees with
    nothing.
    """
    if is_disguised(sentence):
        return False
    said, given = figures(sentence), figures(text)
    dates = all(any(one.is_within(other) for other in given.dates) for one in said.dates)
    return dates and all(
        number in given.numbers and units_agree(words, given.numbers[number], sentence)
        for number, words in said.numbers.items()
    )


def is_disguised(sentence: str) -> bool:
    """Return whether a sentence is written so that it reads as what it is not."""
    words = WORD.findall(sentence)
    mixed = any(LATIN.search(word) and CYRILLIC.search(word) for word in words)
    return mixed or bool(SPACED.search(sentence)) or as_seen(sentence) != sentence


def figures(text: str) -> Figures:
    """Return what can be compared in a text; number words count as numbers, in English."""
    dates = []
    left = text
    for pattern in DATES:
        dates += [date_of(found) for found in pattern.finditer(left)]
        left = pattern.sub(lambda found: " " * len(found.group()), left)
    in_digits = left if CYRILLIC.search(left) else alpha2digit(left, "en")
    return Figures(frozenset(dates), dict(numbers_in(in_digits)))


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


def numbers_in(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each number, `2,400.00` as `2400`, with the stems of the content words near it."""
    found: dict[str, set[str]] = {}
    for match in NUMBER.finditer(text):
        before = WORD.findall(APART.split(text[max(0, match.start() - REACH) : match.start()])[-1])[
            -WORDS_BEFORE:
        ]
        behind = WORD.findall(text[match.end() : match.end() + REACH])[:WORDS_BEHIND]
        words = [fold(word) for word in [*before, *behind]]
        near = {stem(word) for word in words if word not in STOP_WORDS}
        found.setdefault(plain_number(match.group()), set()).update(near)
    for number, near in found.items():
        yield number, frozenset(near)


def plain_number(written: str) -> str:
    """Return a number as its digits."""
    digits = written.replace(",", "")
    return re.sub(r"\.0+$", "", digits).lstrip("0") or "0"


def units_agree(said: frozenset[str], given: frozenset[str], sentence: str) -> bool:
    """Return whether a word near a number in a sentence is near it in the text too.

    Only English words are compared; a number beside which nothing is said agrees.
    """
    if CYRILLIC.search(sentence):
        return True
    return not said or not given or bool(said & given)
