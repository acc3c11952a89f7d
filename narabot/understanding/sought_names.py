"""The groups of words in a request that may be names, and are looked for. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from narabot.understanding.names import SUFFIXES, TITLES, NameToken, NameTokens
from narabot.words import STOP_WORDS

MOST_JOINED = 4
"""Groups of capitalised words that one name has: `Fish and Wildlife Service` has two."""

JOINERS = 2
"""Words without capitals that may stand within a name: `of the`."""


@dataclass(frozen=True, slots=True, order=True)
class SoughtName:
    """Words that must all stand in a name."""

    words: tuple[str, ...]
    is_common: bool = False
    """Whether singular and plural are the same."""


def sought_names(request: NameTokens) -> list[SoughtName]:
    """Return the words of the names that a request may say, each once."""
    found = [*capitalised(request), *neighbours(request), *single_words(request)]
    return list(dict.fromkeys(found))


def capitalised(request: NameTokens) -> Iterator[SoughtName]:
    """Yield the words of each run of names, and of its parts."""
    for run in runs(request.words):
        for length in range(min(MOST_JOINED, len(run)), 0, -1):
            for first in range(len(run) - length + 1):
                said = [word for group in run[first : first + length] for word in group]
                yield from sought_of(said)
                without = [word for word in said if word.word not in TITLES]
                if len(without) < len(said):
                    yield from sought_of(without)


def runs(words: Sequence[NameToken]) -> Iterator[list[list[NameToken]]]:
    """Yield the runs of capitalised words as groups, between which other signs or words stand."""
    run: list[list[NameToken]] = []
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


def sought_of(said: Iterable[NameToken]) -> Iterator[SoughtName]:
    """Yield the words to look for of some that were said, if there are any."""
    words = tuple(dict.fromkeys(word.word for word in said if is_searched(word)))
    if words:
        yield SoughtName(words)


def is_searched(word: NameToken) -> bool:
    """Return whether a word must stand in a name: initials, suffixes and stop words need not."""
    return len(word.word) > 1 and word.word not in STOP_WORDS and word.word not in SUFFIXES


def neighbours(request: NameTokens) -> Iterator[SoughtName]:
    """Yield each two content words of which the second follows the first, whatever their case."""
    searched = [word for word in request.words if is_searched(word)]
    for one, other in pairwise(searched):
        if one.word != other.word:
            yield SoughtName((one.word, other.word), is_common=True)


def single_words(request: NameTokens) -> Iterator[SoughtName]:
    """Yield the words of a request without capitals, each alone."""
    if not request.is_cased:
        yield from (SoughtName((word.word,)) for word in request.words if is_searched(word))
