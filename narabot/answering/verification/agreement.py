"""Whether a written sentence agrees with a text in what can be compared: dates, numbers, units.

Pure. A model that reads can be fooled by one digit; this cannot. What agrees may still be false.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from text_to_num import alpha2digit

from narabot.answering.verification.obfuscation import as_seen
from narabot.dates import PartialDate, blanked, placed_dates
from narabot.words import STOP_WORDS, fold, stem

NUMBER = re.compile(r"(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?P<ordinal>(?:st|nd|rd|th)\b)?")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

WORDS_BEFORE, WORDS_BEHIND = 3, 2
"""Beside a number, among which its unit stands: `roll 9`, `12 linear feet`."""

REACH = 60
"""Characters in which these words are looked for."""

APART = re.compile(r"\d|\b(?:and|or|и|или)\b|[.;\n]", re.IGNORECASE)
"""What a number's unit never stands beyond: `6 boxes and 12 linear feet`."""

NEXT_WORD = re.compile(rf" ({WORD.pattern})")

DOLLARS = re.compile(r"\$ ?(\d[\d,]*(?:\.\d+)?)")

SPACED = re.compile(r"(?<!\w)(?:[^\W\d_][ .\-_]){2,}[^\W\d_](?!\w)")
"""Letters set apart, which a reader joins and a comparison of words does not."""

LATIN, CYRILLIC = re.compile(r"[A-Za-z]"), re.compile(r"[А-Яа-яЁё]")


@dataclass(frozen=True, slots=True)
class Figures:
    """The dates of a text, and its other numbers with the words beside them."""

    dates: frozenset[PartialDate]
    numbers: dict[str, frozenset[str]]
    """By number the stems of the content words near it."""
    ordinals: frozenset[str]
    """Those of the numbers that may be days: `the 15th`."""

    @property
    def days(self) -> frozenset[str]:
        """The days of months that the dates tell."""
        return frozenset(str(one.day) for one in self.dates if one.day)


def agrees(sentence: str, text: str) -> bool:
    """Return whether a text has the dates and numbers of a sentence, these with their units.

    A sentence in disguise (letters set apart, unseen signs, two scripts in a word) agrees with
    nothing.
    """
    if is_disguised(sentence, text):
        return False
    said, given = figures(sentence), figures(text)
    dates = all(any(one.is_within(other) for other in given.dates) for one in said.dates)
    return dates and all(
        (number in said.ordinals and number in given.days)
        or (number in given.numbers and units_agree(words, given.numbers[number], sentence))
        for number, words in said.numbers.items()
    )


def is_disguised(sentence: str, text: str = "") -> bool:
    """Return whether a sentence is written so that it reads as what it is not.

    Letters set apart are none where a text that it is about has them so: `U.S.S. Maine`.
    """
    words = [part for word in WORD.findall(sentence) for part in word.split("-")]
    mixed = any(LATIN.search(word) and CYRILLIC.search(word) for word in words)
    apart = any(found.group() not in text for found in SPACED.finditer(sentence))
    return mixed or apart or as_seen(sentence) != unicodedata.normalize("NFKC", sentence)


def figures(text: str) -> Figures:
    """Return what can be compared in a text; number words count as numbers, in English."""
    text = DOLLARS.sub(r"\1 dollars", text)
    in_digits = text if CYRILLIC.search(text) else alpha2digit(text, "en")
    dates = placed_dates(in_digits)
    left = blanked(in_digits, dates)
    return Figures(
        frozenset(one.date for one in dates), dict(numbers_in(left)), frozenset(ordinals_in(left))
    )


def ordinals_in(text: str) -> Iterator[str]:
    """Yield the numbers that count in a row and no thing: `the 15th`, but not `the 12th box`."""
    for match in NUMBER.finditer(text):
        following = NEXT_WORD.match(text, match.end())
        if match["ordinal"] and (following is None or fold(following[1]) in STOP_WORDS):
            yield plain_number(match["digits"])


def numbers_in(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each number, `2,400.00` as `2400`, with the stems of the content words near it."""
    found: dict[str, set[str]] = {}
    for match in NUMBER.finditer(text):
        before = APART.split(text[max(0, match.start() - REACH) : match.start()])[-1]
        behind = APART.split(text[match.end() : match.end() + REACH])[0]
        beside = [*WORD.findall(before)[-WORDS_BEFORE:], *WORD.findall(behind)[:WORDS_BEHIND]]
        near = {stem(word) for word in map(fold, beside) if word not in STOP_WORDS}
        found.setdefault(plain_number(match["digits"]), set()).update(near)
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
