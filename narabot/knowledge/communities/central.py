"""Choose the sentences that best represent many sentences without repeating each other.

A sentence is central if it shares many words with the others. Among sentences with the same
content, only one is chosen (maximal marginal relevance, Carbonell and Goldstein 1998). This module
is pure.
"""

from collections.abc import Iterable, Sequence

from narabot.knowledge.summaries import is_usable
from narabot.models import Quote
from narabot.words import stems

CENTRALITY_WEIGHT = 0.7
"""Weight of centrality. The remaining weight rewards difference from the chosen sentences."""

MAX_COMPARED = 200
"""Maximum number of sentences that are compared. A larger set is sampled evenly."""

MIN_CONTENT_WORDS = 4
"""Minimum number of content words in a meaningful sentence."""


def most_central(quotes: Iterable[Quote], count: int) -> list[Quote]:
    """Return up to `count` quotations, most central first. The input order does not matter.

    Sentences with instructions, markup, or hardly any content are dropped.
    """
    words: dict[Quote, frozenset[str]] = {}
    for quote in evenly_spaced(sorted(set(quotes), key=lambda one: (one.chunk_id, one.start))):
        own = stems(quote.quote)
        if len(own) >= MIN_CONTENT_WORDS and is_usable(quote.quote) and own not in words.values():
            words[quote] = own
    relevance = {one: mean_overlap(own, words.values()) for one, own in words.items()}
    chosen: list[Quote] = []
    while len(chosen) < count and len(chosen) < len(words):
        left = [one for one in words if one not in chosen]
        best = max(
            left,
            key=lambda one: (
                CENTRALITY_WEIGHT * relevance[one]
                - (1 - CENTRALITY_WEIGHT)
                * max((word_overlap(words[one], words[two]) for two in chosen), default=0)
            ),
        )
        chosen.append(best)
    return chosen


def evenly_spaced(quotes: Sequence[Quote]) -> list[Quote]:
    """Return at most MAX_COMPARED quotations, evenly spaced."""
    step = max(len(quotes) / MAX_COMPARED, 1)
    return [quotes[int(place * step)] for place in range(int(len(quotes) / step))]


def mean_overlap(own: frozenset[str], others: Iterable[frozenset[str]]) -> float:
    """Return the mean share of words that a sentence has in common with each of the others."""
    shares = [word_overlap(own, other) for other in others]
    return sum(shares) / len(shares)


def word_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two sentences have in common, from 0 to 1 (Jaccard index)."""
    return len(one & other) / max(len(one | other), 1)
