"""Spans of words in a request that may be the names of phrases. Pure."""

from collections.abc import Collection, Iterator, Sequence

from narabot.models.knowledge import folded_name
from narabot.understanding.names import NameToken, NameTokens
from narabot.words import STOP_WORDS

LONGEST_NAME = 8
"""Maximum length of a name, in words."""

SHORTEST_WORD = 3
"""Minimum length of a one-word name, in letters. Acronyms may be shorter."""

Spans = dict[str, tuple[int, int]]
"""Folded names, each with the index of the first word and the index after the last word."""


def candidate_names(request: NameTokens) -> Spans:
    """Return the spans of a request that may be names, keyed by folded name."""
    words = request.words
    spans: Spans = {}
    for first in range(len(words)):
        for stop in range(first + 1, min(first + LONGEST_NAME, len(words)) + 1):
            if may_be_name(words[first:stop], is_cased=request.is_cased):
                for text in surface_forms(request, first, stop):
                    spans.setdefault(folded_name(text), (first, stop))
    return spans


def may_be_name(words: Sequence[NameToken], *, is_cased: bool) -> bool:
    """Return whether consecutive words may be a name. In a request without capitals, any words may
    be a name."""
    if words[0].word in STOP_WORDS or words[-1].word in STOP_WORDS:
        return False
    if is_cased and not any(word.is_capital for word in words):
        return False
    return len(words) > 1 or len(words[0].word) >= SHORTEST_WORD or words[0].is_acronym


def surface_forms(request: NameTokens, first: int, stop: int) -> Iterator[str]:
    """Yield a span of words as written in the request. If the span ends in `'s`, also yield the
    span without this ending."""
    start, last = request.words[first].start, request.words[stop - 1]
    text = request.text[start : last.end]
    yield text
    if last.is_possessive:
        yield text[: -len("'s")]


def longest_names(found: Collection[str], spans: Spans) -> frozenset[str]:
    """Return the names that are not part of a longer name."""

    def is_within(name: str, other: str) -> bool:
        (first, stop), (begin, end) = spans[name], spans[other]
        return begin <= first and stop <= end and (begin, end) != (first, stop)

    return frozenset(name for name in found if not any(is_within(name, other) for other in found))
