"""The runs of words in a request that may be names of phrases. Pure."""

from collections.abc import Collection, Iterator, Sequence

from narabot.models.knowledge import folded_name
from narabot.understanding.names import NameToken, NameTokens
from narabot.words import STOP_WORDS

LONGEST_NAME = 8
"""Words of a name that is looked for."""

SHORTEST_WORD = 3
"""Letters of a name of one word, unless it is written in capitals."""

Spans = dict[str, tuple[int, int]]
"""Folded names, each with the numbers of its first word and of the one behind it."""


def names_said(request: NameTokens) -> Spans:
    """Return the runs of words of a request that may be names, folded, each where it stands."""
    words = request.words
    said: Spans = {}
    for first in range(len(words)):
        for behind in range(first + 1, min(first + LONGEST_NAME, len(words)) + 1):
            if may_be_name(words[first:behind], is_cased=request.is_cased):
                for text in ways_of_writing(request, first, behind):
                    said.setdefault(folded_name(text), (first, behind))
    return said


def may_be_name(words: Sequence[NameToken], *, is_cased: bool) -> bool:
    """Return whether some words in a row may be a name; in a request without capitals any may."""
    if words[0].word in STOP_WORDS or words[-1].word in STOP_WORDS:
        return False
    if is_cased and not any(word.is_capital for word in words):
        return False
    return len(words) > 1 or len(words[0].word) >= SHORTEST_WORD or words[0].is_acronym


def ways_of_writing(request: NameTokens, first: int, behind: int) -> Iterator[str]:
    """Yield a run of words as it stands in a request, and without the `'s` at its end."""
    start, last = request.words[first].start, request.words[behind - 1]
    text = request.text[start : last.end]
    yield text
    if last.is_owning:
        yield text[: -len("'s")]


def longest_names(found: Collection[str], said: Spans) -> frozenset[str]:
    """Return those of some names that stand within no longer one of them."""

    def is_within(name: str, other: str) -> bool:
        (first, behind), (begin, end) = said[name], said[other]
        return begin <= first and behind <= end and (begin, end) != (first, behind)

    return frozenset(name for name in found if not any(is_within(name, other) for other in found))
