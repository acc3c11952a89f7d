"""The sentences that say most of what many say, and different things. Pure.

A sentence is central if it shares many words with the others; of two that say the same one is
enough (maximal marginal relevance, Carbonell and Goldstein 1998).
"""

from collections.abc import Iterable, Sequence

from narabot.knowledge.summaries import is_sound
from narabot.models import Quote
from narabot.words import stems

CENTRAL = 0.7
"""What being central counts for, against saying something else than what was chosen."""

MOST_COMPARED = 200
"""Sentences that are compared with one another: of more, those from all parts."""

SHORTEST = 4
"""Content words of a sentence that says something."""


def most_central(quotes: Iterable[Quote], count: int) -> list[Quote]:
    """Return so many quotes, the most central first; the order in which they come is all the same.

    What orders something, holds markup or says hardly anything is left out.
    """
    words: dict[Quote, frozenset[str]] = {}
    for quote in spread(sorted(set(quotes), key=lambda one: (one.chunk_id, one.start))):
        own = stems(quote.quote)
        if len(own) >= SHORTEST and is_sound(quote.quote) and own not in words.values():
            words[quote] = own
    relevance = {one: mean_shared(own, words.values()) for one, own in words.items()}
    chosen: list[Quote] = []
    while len(chosen) < count and len(chosen) < len(words):
        left = [one for one in words if one not in chosen]
        best = max(
            left,
            key=lambda one: (
                CENTRAL * relevance[one]
                - (1 - CENTRAL) * max((shared(words[one], words[two]) for two in chosen), default=0)
            ),
        )
        chosen.append(best)
    return chosen


def spread(quotes: Sequence[Quote]) -> list[Quote]:
    """Return as many quotes as are compared, at equal distances."""
    step = max(len(quotes) / MOST_COMPARED, 1)
    return [quotes[int(place * step)] for place in range(int(len(quotes) / step))]


def mean_shared(own: frozenset[str], others: Iterable[frozenset[str]]) -> float:
    """Return the share of words that a sentence has in common with others, on average."""
    shares = [shared(own, other) for other in others]
    return sum(shares) / len(shares)


def shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two sentences have in common, 0 to 1 (Jaccard)."""
    return len(one & other) / max(len(one | other), 1)
