"""Features of a generated sentence and a text that may support it.

The reader estimates how likely it is that the text supports the sentence. The other features
describe words that the sentence adds, omits, reorders, or qualifies. A single word can change the
meaning without affecting the reader's estimate. This module is pure.
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
from narabot.answering.verification.lexical_support import (
    ACTIVE_MARKUP,
    ADDRESS,
    NEGATION,
    negates_alike,
)
from narabot.dates import MONTHS
from narabot.logistic import Logistic, read_logistic
from narabot.words import STOP_WORDS, WORD, fold, stem, stems

if TYPE_CHECKING:
    from narabot.reading.reader import Support

WEIGHTS_FILE = Path(__file__).with_name("features.toml")
"""The weights that `python -m training.sentence_support` fits."""

MIN_PROBABILITY = 1e-4
"""Probabilities are clipped to this minimum distance from 0 and 1."""

QUALIFIERS = frozenset(
    """all every each any some most many few several only both none never always first last
    earliest latest largest smallest oldest newest longest greatest main chief sole before after
    since until during while because due therefore may might must can could should would if unless
    except least than about approximately exactly entirely fully partly possibly probably""".split()
)
"""Short words that change a sentence's quantity, certainty, time, or reason."""


@dataclass(frozen=True, slots=True)
class SupportFeatures:
    """Features that indicate whether a text supports a sentence."""

    support: float
    """The reader's log odds that the text supports the sentence."""
    contradiction: float
    """The reader's log odds that the text contradicts the sentence."""
    words: float
    """The share of the sentence's content words that the text contains, from 0 to 1."""
    order: float
    """The share of the sentence's pairs of adjacent content words that are adjacent in the
    text, from 0 to 1."""
    added: float
    """Length of the sentence's longest run of content words that the text lacks, divided by 10."""
    qualified: float
    """Number of the sentence's qualifiers that the text lacks, divided by 10."""
    figures: float
    """Whether the sentence's dates and numbers are in the text itself, not only in the record."""
    denial: float
    """Whether the negations in the sentence and the text are compatible, or whether the sentence
    and the text both contain or both lack negations."""


def support_model() -> Logistic:
    """Return the logistic regression that converts the features into a probability of support."""
    return read_logistic(WEIGHTS_FILE)


def support_features(sentence: str, text: str, read: "Support") -> SupportFeatures:
    """Return the features of a sentence and a text. `read` is the reader's judgment."""
    own, there = content_stems(sentence), content_stems(text)
    known = set(there) | stems(text)
    pairs = set(pairwise(own))
    small = {word for word in folded_words(sentence) if word in QUALIFIERS}
    return SupportFeatures(
        support=log_odds(read.supported),
        contradiction=log_odds(read.contradicted),
        words=sum(word in known for word in own) / len(own) if own else 0.0,
        order=len(pairs & set(pairwise(there))) / len(pairs) if pairs else 1.0,
        added=longest_run(word not in known for word in own) / 10,
        qualified=len(small.difference(folded_words(text))) / 10,
        figures=float(agrees(sentence, text)),
        denial=float(
            negates_alike(sentence, text)
            or bool(NEGATION.search(sentence)) == bool(NEGATION.search(text))
        ),
    )


def may_be_supported(sentence: str, record: str) -> bool:
    """Return whether a sentence passes the strict checks against a record.

    The sentence must not contain figures, addresses, or names that the record lacks. Obfuscated
    letters and active markup are not allowed either. `support_features` covers everything else.
    """
    return (
        not ACTIVE_MARKUP.search(sentence)
        and set(ADDRESS.findall(sentence)) <= set(ADDRESS.findall(record))
        and agrees(sentence, record)
        and are_names_in(name_stems(sentence), set(content_stems(record)) | stems(record))
    )


NAME = re.compile(r"(?<=[^.!?\s] )[A-Z][^\W\d_]+")
"""A word in Latin letters that is capitalized but does not begin a sentence."""


DEMONYM_SUFFIXES = frozenset("n an ian ean ese es".split())
"""Stemmed suffixes that turn a place name into the word for its people: `Japan`, `Japanese`."""


def name_stems(sentence: str) -> set[str]:
    """Return the stems of the words within a sentence that are capitalized like names.

    Months and number words are excluded, because dates and numbers are compared separately.
    """
    words = (fold(found.group()) for found in NAME.finditer(sentence))
    return {stem(word) for word in words if word not in STOP_WORDS and not is_figure(word)}


def is_figure(word: str) -> bool:
    """Return whether a folded word is a month or a number word."""
    return word.capitalize() in MONTHS or alpha2digit(word, "en") != word


def are_names_in(names: Collection[str], known: Collection[str]) -> bool:
    """Return whether the known stems include each name, or a related place name or demonym."""
    return all(
        name in known
        or any(
            longer.startswith(shorter) and longer.removeprefix(shorter) in DEMONYM_SUFFIXES
            for word in known
            for shorter, longer in ((name, word), (word, name))
        )
        for name in names
    )


def content_stems(text: str) -> list[str]:
    """Return the stems of a text's content words, in order."""
    return [stem(word) for word in folded_words(text) if word not in STOP_WORDS]


def folded_words(text: str) -> Sequence[str]:
    """Return all words of a text in folded form."""
    return [fold(word) for word in WORD.findall(text)]


def longest_run(flags: Iterable[bool]) -> int:
    """Return the length of the longest run of true flags."""
    longest = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest


def log_odds(likely: float) -> float:
    """Return the log odds of a clipped probability."""
    bounded = min(max(likely, MIN_PROBABILITY), 1 - MIN_PROBABILITY)
    return float(np.log(bounded / (1 - bounded)))
