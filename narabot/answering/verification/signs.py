"""How a written sentence compares with a text that may support it. Pure.

The reader says how likely the text supports it; the rest is structure, which one word can change
without the reader's noticing: what is added, left out, turned round or qualified otherwise.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from text_to_num import alpha2digit

from narabot.answering.verification.agreement import agrees
from narabot.answering.verification.quotes import ADDRESS, LIVE, NOT, denies_alike
from narabot.dates import MONTHS
from narabot.fitted import Logistic, read_logistic
from narabot.words import STOP_WORDS, WORD, fold, stem, stems

if TYPE_CHECKING:
    from narabot.reading.reader import Support

WEIGHTS_FILE = Path(__file__).with_name("signs.toml")
"""Fitted by `python -m training.verify`."""

SUREST = 1e-4
"""Nothing is likelier to be, or not to be."""

QUALIFYING = frozenset(
    """all every each any some most many few several only both none never always first last
    earliest latest largest smallest oldest newest longest greatest main chief sole before after
    since until during while because due therefore may might must can could should would if unless
    except least than about approximately exactly entirely fully partly possibly probably""".split()
)
"""Small words that change how much, how surely, when or why a sentence holds."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells whether a text supports a sentence."""

    support: float
    """The reader's log odds that it does."""
    contradiction: float
    """The reader's log odds that it says the contrary."""
    words: float
    """The share of the sentence's content words that the text has, 0 to 1."""
    order: float
    """The share of its neighbouring content words that are neighbours there too, 0 to 1."""
    added: float
    """The longest run of its content words that the text lacks, in tens."""
    qualified: float
    """How many qualifying words it has that the text lacks, in tens."""
    figures: float
    """Whether its dates and numbers stand in the text itself, not only in the record."""
    denial: float
    """Whether it denies what the text denies, or both deny something, or neither does."""


def fitted() -> Logistic:
    """Return what makes signs the likelihood that a sentence is true to the text."""
    return read_logistic(WEIGHTS_FILE)


def read_signs(sentence: str, text: str, read: "Support") -> Signs:
    """Return the signs of a sentence beside a text, given what the reader says."""
    own, there = in_order(sentence), in_order(text)
    known = set(there) | stems(text)
    pairs = set(pairwise(own))
    small = {word for word in folded(sentence) if word in QUALIFYING}
    return Signs(
        support=log_odds(read.supported),
        contradiction=log_odds(read.contradicted),
        words=sum(word in known for word in own) / len(own) if own else 0.0,
        order=len(pairs & set(pairwise(there))) / len(pairs) if pairs else 1.0,
        added=longest_run(word not in known for word in own) / 10,
        qualified=len(small.difference(folded(text))) / 10,
        figures=float(agrees(sentence, text)),
        denial=float(
            denies_alike(sentence, text) or bool(NOT.search(sentence)) == bool(NOT.search(text))
        ),
    )


def may_stand(sentence: str, record: str) -> bool:
    """Return whether nothing in a record forbids a sentence; more is for `read_signs` to tell.

    Forbidden are figures, addresses and names that the record does not have, letters in disguise,
    and what would be more than words where it is shown as markup.
    """
    return (
        not LIVE.search(sentence)
        and set(ADDRESS.findall(sentence)) <= set(ADDRESS.findall(record))
        and agrees(sentence, record)
        and all_named(named(sentence), set(in_order(record)) | stems(record))
    )


NAME = re.compile(r"(?<=[^.!?\s] )[A-Z][^\W\d_]+")
"""A word in Latin letters that is written as a name within a sentence."""


BELONGING = frozenset("n an ian ean ese es".split())
"""What is behind a place's name in the word for its people, stemmed: `Japan`, `Japanese`."""


def named(sentence: str) -> set[str]:
    """Return the stems of the words within a sentence that are written as names.

    Months and number words are none: dates and numbers are compared by themselves.
    """
    words = (fold(found.group()) for found in NAME.finditer(sentence))
    return {stem(word) for word in words if word not in STOP_WORDS and not is_figure(word)}


def is_figure(word: str) -> bool:
    """Return whether a folded word is a month, or a number in words."""
    return word.capitalize() in MONTHS or alpha2digit(word, "en") != word


def all_named(names: Collection[str], known: Collection[str]) -> bool:
    """Return whether each name is known, or that of a place whose people are, or of its people."""
    return all(
        name in known
        or any(
            longer.startswith(shorter) and longer.removeprefix(shorter) in BELONGING
            for word in known
            for shorter, longer in ((name, word), (word, name))
        )
        for name in names
    )


def in_order(text: str) -> list[str]:
    """Return the stems of the content words of a text, in their order."""
    return [stem(word) for word in folded(text) if word not in STOP_WORDS]


def folded(text: str) -> Sequence[str]:
    """Return all words of a text, folded."""
    return [fold(word) for word in WORD.findall(text)]


def longest_run(flags: Iterable[bool]) -> int:
    """Return how many flags in a row are set at most."""
    longest = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest


def log_odds(likely: float) -> float:
    """Return the log odds of a likelihood, bounded."""
    bounded = min(max(likely, SUREST), 1 - SUREST)
    return float(np.log(bounded / (1 - bounded)))
