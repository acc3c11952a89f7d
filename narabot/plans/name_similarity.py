"""How like names and words are to each other: spellings, rarity, first letters. Pure."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from narabot.plans.facts import stems_of
from narabot.plans.mentions import TitledRecord
from narabot.words import coverage, fold, stem

ACRONYM = re.compile(r"(?<![\w.-])(?:[A-Z]\.?){2,6}(?![\w-])")

LIKE_ENOUGH = 0.75
"""The share of the letters of two words that is the same where one may be the other's spelling."""


def is_like(word: str, other: str) -> bool:
    """Return whether a word may be another's spelling: the same first sound, most letters."""
    one = fold(word)
    if stem(one) == stem(other):
        return True
    return (
        min(len(one), len(other)) > LONG_ENOUGH
        and one[0] == other[0]
        and SequenceMatcher(None, one, other).ratio() >= LIKE_ENOUGH
    )


LONG_ENOUGH = 3


def by_rarity(words: dict[str, float], titles: Sequence[TitledRecord]) -> dict[str, float]:
    """Return words with less weight the more titles have them: `files` tells little."""
    there = [stems_of(one.title) for one in titles]
    return {
        word: weight / max(1, sum(word in own for own in there)) ** 0.5
        for word, weight in words.items()
    }


def like_those_of(words: dict[str, float], title: str) -> frozenset[str]:
    """Return those of some words that a title has, or that are like one of its words."""
    own = stems_of(title)
    return frozenset(
        word for word in words if word in own or any(is_like(word, other) for other in own)
    )


def acronyms_in(text: str) -> frozenset[str]:
    """Return the words of a text that stand for the first letters of others, in small letters."""
    return frozenset(said[0].replace(".", "").lower() for said in ACRONYM.finditer(text))


def first_letters(name: str) -> str:
    """Return the first letters of the words of a name with capitals, in small letters."""
    return "".join(re.findall(r"\b([A-Z])", name)).lower()


def initials_of(name: str) -> frozenset[str]:
    """Return what may stand for words of a name: the first letters of those with capitals."""
    letters = first_letters(name)
    return frozenset(
        letters[start:end]
        for start in range(len(letters))
        for end in range(start + 2, len(letters) + 1)
    )


def own_name(heading: str) -> str:
    """Return the last name of a heading, without its years."""
    parts = [one for one in re.split(r"\.\s+|\s*\(", heading) if re.search(r"[^\W\d_]", one)]
    return parts[-1] if parts else heading


def share_of(words: dict[str, float], acronyms: frozenset[str], name: str) -> float:
    """Return the share of some words that a name has; its first letters are a word too."""
    return coverage(words, stems_of(name) | (acronyms & {first_letters(name)}))
