"""Write the names that a request may say as queries for the index of authorities' names. Pure.

Only words of letters and digits, points and apostrophes within, in lower case, reach Lucene's
syntax, in which they mean nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from narabot.models import Row
from narabot.understanding.names import SUFFIXES, TITLES, Request, Said
from narabot.words import STOP_WORDS

HEADING_FIELD = "heading"
VARIANT_FIELDS = (
    "useFor",
    "heading_variantPersonNames",
    "variantOrganizationNames",
    "heading_organizationNames",
)

MOST_JOINED = 4
"""Groups of capitalised words that one name has: `Fish and Wildlife Service` has two."""

MOST_QUERIES = 80

MOST_OF_ONE_WORD, MOST_OF_SEVERAL = 2000, 500
"""Nodes that the index gives: thousands bear a surname; and each chunk of a history is a node."""

JOINERS = 2
"""Words without capitals that may stand within a name: `of the`."""


@dataclass(frozen=True, slots=True, order=True)
class Asked:
    """Words that must all stand in a name."""

    words: tuple[str, ...]
    is_common: bool = False
    """Whether singular and plural are the same."""


def lookups(request: Request) -> list[Row]:
    """Return the queries for the names that a request may say."""
    asked = dict.fromkeys([*capitalised(request), *neighbours(request), *single_words(request)])
    return [row for one in list(asked)[:MOST_QUERIES] for row in rows(one)]


def rows(asked: Asked) -> Iterator[Row]:
    """Yield the queries for some words: in a heading, in the variants.

    For one word those with most records, of the thousands that bear a surname, and the shortest.
    """
    conjunction = " ".join(f"+{forms(word) if asked.is_common else word}" for word in asked.words)
    variants = " ".join(f"{field}:({conjunction})" for field in VARIANT_FIELDS)
    for words in (f"{HEADING_FIELD}:({conjunction})", variants):
        yield {"words": words, "isByRecords": False, "looked": MOST_OF_SEVERAL}
        if len(asked.words) == 1:
            yield {"words": words, "isByRecords": True, "looked": MOST_OF_ONE_WORD}


def forms(word: str) -> str:
    """Return a word in its singular and plural, as one clause."""
    both = [word, f"{word}s"]
    if word.endswith("s"):
        both += [word.removesuffix("s"), word.removesuffix("es")]
    if word.endswith("ies"):
        both.append(f"{word.removesuffix('ies')}y")
    if word.endswith("y"):
        both.append(f"{word.removesuffix('y')}ies")
    return f"({' '.join(form for form in dict.fromkeys(both) if form)})"


def capitalised(request: Request) -> Iterator[Asked]:
    """Yield the words of each run of names, and of its parts."""
    for run in runs(request.words):
        for length in range(min(MOST_JOINED, len(run)), 0, -1):
            for first in range(len(run) - length + 1):
                said = [word for group in run[first : first + length] for word in group]
                yield from asked_of(said)
                without = [word for word in said if word.word not in TITLES]
                if len(without) < len(said):
                    yield from asked_of(without)


def runs(words: Sequence[Said]) -> Iterator[list[list[Said]]]:
    """Yield the runs of capitalised words as groups, between which other signs or words stand."""
    run: list[list[Said]] = []
    between = 0
    for word in words:
        if word.is_first and run:
            yield run
            run, between = [], 0
        if not word.is_name_like:
            between += 1
            continue
        if run and between == 0 and not word.is_cut:
            run[-1].append(word)
        elif run and between <= JOINERS:
            run.append([word])
        else:
            if run:
                yield run
            run = [[word]]
        between = 0
    if run:
        yield run


def asked_of(said: Iterable[Said]) -> Iterator[Asked]:
    """Yield the words to look for of some that were said, if there are any."""
    words = tuple(dict.fromkeys(word.word for word in said if is_searched(word)))
    if words:
        yield Asked(words)


def is_searched(word: Said) -> bool:
    """Return whether a word must stand in a name: initials, suffixes and stop words need not."""
    return len(word.word) > 1 and word.word not in STOP_WORDS and word.word not in SUFFIXES


def neighbours(request: Request) -> Iterator[Asked]:
    """Yield each two content words of which the second follows the first, whatever their case."""
    searched = [word for word in request.words if is_searched(word)]
    for one, other in pairwise(searched):
        if one.word != other.word:
            yield Asked((one.word, other.word), is_common=True)


def single_words(request: Request) -> Iterator[Asked]:
    """Yield the words of a request without capitals, each alone."""
    if not request.is_cased:
        yield from (Asked((word.word,)) for word in request.words if is_searched(word))
