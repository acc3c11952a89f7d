"""Check that a text contains the dates, numbers, and units in a generated sentence.

The reader may overlook a single wrong digit, but this check does not. A sentence that agrees may
still be false. This module is pure.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from text_to_num import alpha2digit

from narabot.answering.verification.obfuscation import visible_text
from narabot.dates import PartialDate, blank_out, find_dates
from narabot.words import STOP_WORDS, fold, stem

NUMBER = re.compile(r"(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?P<ordinal>(?:st|nd|rd|th)\b)?")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

WORDS_BEFORE, WORDS_AFTER = 3, 2
"""Number of words before and after a number that may contain the number's unit: `roll 9`, `12
linear feet`."""

CONTEXT_CHARS = 60
"""Number of characters on each side of a number that are searched for the unit's words."""

UNIT_BOUNDARY = re.compile(r"\d|\b(?:and|or|и|или)\b|[.;\n]", re.IGNORECASE)
"""Boundaries between a number and another number's unit: `6 boxes and 12 linear feet`."""

NEXT_WORD = re.compile(rf" ({WORD.pattern})")

DOLLARS = re.compile(r"\$ ?(\d[\d,]*(?:\.\d+)?)")

SPACED_LETTERS = re.compile(r"(?<!\w)(?:[^\W\d_][ .\-_]){2,}[^\W\d_](?!\w)")
"""Separated letters, which people recognize as a word but a word comparison does not."""

LATIN, CYRILLIC = re.compile(r"[A-Za-z]"), re.compile(r"[А-Яа-яЁё]")


@dataclass(frozen=True, slots=True)
class Figures:
    """The dates in a text, and the other numbers with the words near them."""

    dates: frozenset[PartialDate]
    numbers: dict[str, frozenset[str]]
    """Number → stems of the content words near the number."""
    ordinals: frozenset[str]
    """Numbers that may be days: `the 15th`."""

    @property
    def days(self) -> frozenset[str]:
        """The days of the month in the dates."""
        return frozenset(str(one.day) for one in self.dates if one.day)


def agrees(sentence: str, text: str) -> bool:
    """Return whether a text contains the dates in a sentence and the numbers with their units.

    An obfuscated sentence never agrees. Examples of obfuscation are separated letters, invisible
    characters, and words that mix two scripts.
    """
    if is_obfuscated(sentence, text):
        return False
    said, given = read_figures(sentence), read_figures(text)
    dates = all(any(one.is_within(other) for other in given.dates) for one in said.dates)
    return dates and all(
        (number in said.ordinals and number in given.days)
        or (number in given.numbers and units_agree(words, given.numbers[number], sentence))
        for number, words in said.numbers.items()
    )


def is_obfuscated(sentence: str, text: str = "") -> bool:
    """Return whether a sentence's characters differ from the text that people see.

    Separated letters are allowed if the text contains them in the same form: `U.S.S. Maine`.
    """
    words = [part for word in WORD.findall(sentence) for part in word.split("-")]
    mixed = any(LATIN.search(word) and CYRILLIC.search(word) for word in words)
    apart = any(found.group() not in text for found in SPACED_LETTERS.finditer(sentence))
    return mixed or apart or visible_text(sentence) != unicodedata.normalize("NFKC", sentence)


def read_figures(text: str) -> Figures:
    """Return the dates and numbers in a text. English number words count as numbers."""
    text = DOLLARS.sub(r"\1 dollars", text)
    in_digits = text if CYRILLIC.search(text) else alpha2digit(text, "en")
    dates = find_dates(in_digits)
    left = blank_out(in_digits, dates)
    return Figures(
        frozenset(one.date for one in dates), dict(numbers_in(left)), frozenset(ordinals_in(left))
    )


def ordinals_in(text: str) -> Iterator[str]:
    """Yield the ordinal numbers that modify no noun: `the 15th` but not `the 12th box`."""
    for match in NUMBER.finditer(text):
        following = NEXT_WORD.match(text, match.end())
        if match["ordinal"] and (following is None or fold(following[1]) in STOP_WORDS):
            yield plain_number(match["digits"])


def numbers_in(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each number (`2,400.00` as `2400`) with the stems of the content words near it."""
    found: dict[str, set[str]] = {}
    for match in NUMBER.finditer(text):
        before = UNIT_BOUNDARY.split(text[max(0, match.start() - CONTEXT_CHARS) : match.start()])[
            -1
        ]
        behind = UNIT_BOUNDARY.split(text[match.end() : match.end() + CONTEXT_CHARS])[0]
        beside = [*WORD.findall(before)[-WORDS_BEFORE:], *WORD.findall(behind)[:WORDS_AFTER]]
        near = {stem(word) for word in map(fold, beside) if word not in STOP_WORDS}
        found.setdefault(plain_number(match["digits"]), set()).update(near)
    for number, near in found.items():
        yield number, frozenset(near)


def plain_number(written: str) -> str:
    """Return a number without commas, leading zeros, or a fraction of zero."""
    digits = written.replace(",", "")
    return re.sub(r"\.0+$", "", digits).lstrip("0") or "0"


def units_agree(said: frozenset[str], given: frozenset[str], sentence: str) -> bool:
    """Return whether a number's units in a sentence and in a text have a word in common.

    A Russian sentence always agrees, and so does a number without words near it.
    """
    if CYRILLIC.search(sentence):
        return True
    return not said or not given or bool(said & given)
