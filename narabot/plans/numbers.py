"""Numbers and bounds in English and Russian requests, in figures or words. Pure."""

import re
from collections.abc import Sequence

from text_to_num import alpha2digit

from narabot.plans.vocabulary import whole_name_in
from narabot.words import CYRILLIC

FIGURES = re.compile(r"(?P<number>\d+(?:,\d{3})*)(?: dozens?\b)?")
WORD = re.compile(r"\d+(?:,\d{3})*|[^\W\d_]+")

THOUSAND, TEN = 1000, 10


def numbers_in(text: str) -> list[int]:
    """Return the numbers in a text, in figures or in words: `a hundred and twenty`."""
    if CYRILLIC.search(text):
        return russian_numbers(text)
    plain = re.sub(r"\bsingle\b(?: one\b)?", "one", text, flags=re.IGNORECASE)
    plain = re.sub(r"\ba dozen\b", "twelve", plain, flags=re.IGNORECASE)
    return [
        parse_figures(found["number"]) * (12 if "dozen" in found[0] else 1)
        for found in FIGURES.finditer(alpha2digit(plain, "en", threshold=0))
    ]


def parse_figures(figures: str) -> int:
    """Return a number that is written in figures."""
    return int(figures.replace(",", ""))


def russian_numbers(text: str) -> list[int]:
    """Return the numbers in Russian text, in figures or in words.

    text2num does not support Russian. A word continues the preceding number if its value is smaller
    than the last word's value: `двадцать пять`. Thousands multiply the preceding number.
    """
    found: list[int] = []
    least = 0
    for word in WORD.findall(text):
        name = whole_name_in("numbers", word)
        value = parse_figures(word) if word[0].isdigit() else int(name or 0)
        if value == THOUSAND and least:
            found[-1] *= value
        elif name and 0 < value < least:
            found[-1] += value
        elif value:
            found.append(value)
        least = (value if name and value > TEN else 1) if value else 0
    return found


BOUNDS = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "at most": r"no(?:t)? more than|at most|up to|or (?:fewer|less|under)"
        r"|не (?:более|больше)|(?:или|и) (?:меньше|менее)",
        "at least": r"at least|no(?:t)? (?:fewer|less) than|or (?:more|over|above)"
        r"|не (?:менее|меньше)|(?:или|и) (?:больше|более)|(?:from|от)(?=\s+\d+\s+(?:up|и|до\b))",
        "more": r"more than|over|above|exceed\w*|больше|более|свыше",
        "fewer": r"fewer than|less than|under|below|меньше|менее",
    }.items()
}
"""Patterns for words that set bounds on a number, in the order in which they are tried."""


def number_bounds(text: str, numbers: Sequence[int]) -> tuple[int | None, int | None]:
    """Return the minimum and maximum that a text sets with one or two numbers."""
    if len(numbers) > 1:
        return min(numbers[:2]), max(numbers[:2])
    [number] = numbers
    bound = next((name for name, words in BOUNDS.items() if words.search(text)), None)
    match bound:
        case "at most":
            return None, number
        case "at least":
            return number, None
        case "more":
            return number + 1, None
        case "fewer":
            return None, number - 1
        case _:
            return number, number
