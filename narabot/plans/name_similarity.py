"""Similarity of names and words: spelling, rarity, and acronyms. Pure."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from narabot.plans.facts import stems_of
from narabot.plans.mentions import TitledRecord
from narabot.words import coverage, fold, stem

ACRONYM = re.compile(r"(?<![\w.-])(?:[A-Z]\.?){2,6}(?![\w-])")

MIN_SIMILARITY = 0.75
"""Minimum share of letters that two spellings of a word have in common."""


def is_similar_word(word: str, other: str) -> bool:
    """Return whether two words may be spellings of the same word.

    The words must have the same stem, or the same first letter and mostly the same other letters.
    """
    one = fold(word)
    if stem(one) == stem(other):
        return True
    return (
        min(len(one), len(other)) > MAX_EXACT_LENGTH
        and one[0] == other[0]
        and SequenceMatcher(None, one, other).ratio() >= MIN_SIMILARITY
    )


MAX_EXACT_LENGTH = 3


def weighted_by_rarity(words: dict[str, float], titles: Sequence[TitledRecord]) -> dict[str, float]:
    """Return words with weights. The more titles contain a word, the lower the word's weight.

    A word such as `files` carries little information.
    """
    there = [stems_of(one.title) for one in titles]
    return {
        word: weight / max(1, sum(word in own for own in there)) ** 0.5
        for word, weight in words.items()
    }


def words_like_title(words: dict[str, float], title: str) -> frozenset[str]:
    """Return the words that occur in a title or resemble one of its words."""
    own = stems_of(title)
    return frozenset(
        word for word in words if word in own or any(is_similar_word(word, other) for other in own)
    )


def acronyms_in(text: str) -> frozenset[str]:
    """Return the acronyms in a text, in lowercase."""
    return frozenset(match[0].replace(".", "").lower() for match in ACRONYM.finditer(text))


def first_letters(name: str) -> str:
    """Return the first letters of the capitalized words of a name, in lowercase."""
    return "".join(re.findall(r"\b([A-Z])", name)).lower()


def possible_acronyms(name: str) -> frozenset[str]:
    """Return the possible acronyms of a name: the initials of consecutive capitalized words."""
    letters = first_letters(name)
    return frozenset(
        letters[start:end]
        for start in range(len(letters))
        for end in range(start + 2, len(letters) + 1)
    )


def own_name(heading: str) -> str:
    """Return the name in the last part of a heading, without the years."""
    parts = [one for one in re.split(r"\.\s+|\s*\(", heading) if re.search(r"[^\W\d_]", one)]
    return parts[-1] if parts else heading


def name_coverage(words: dict[str, float], acronyms: frozenset[str], name: str) -> float:
    """Return the weighted share of words that occur in a name. The name's acronym also counts as a
    word in the name."""
    return coverage(words, stems_of(name) | (acronyms & {first_letters(name)}))
