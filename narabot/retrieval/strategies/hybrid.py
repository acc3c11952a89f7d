"""Meaning, words and dates, joined by their ranks (decisions 0008 and 0025)."""

from collections.abc import Sequence
from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.operators.words import by_dates, by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

MEANING, WORDS, DATES = 2.0, 1.0, 3.0
"""What the ranks of each search count for (decision 0023); a date counts as the two together."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that the searches together put first.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    rank = partial(ranked, retriever, request, budget.chunks, steps)
    return evidence_of(retriever, request, rank, budget, steps)


def ranked(
    retriever: Retriever, request: ParsedRequest, chunks: int, steps: Steps
) -> list[RankedRecord]:
    """Return all records that the searches find for a request, best first."""
    searched, filters = request.searched, request.filters
    meaning = steps.take(
        "Searching by meaning", lambda: by_meaning(retriever, searched.text, chunks, filters)
    )
    words = steps.take("Searching by words", lambda: by_words(retriever, searched, chunks, filters))
    if not request.dates:
        return joined(steps, "both", [meaning, words], [MEANING, WORDS])
    dated = steps.take(
        "Searching by dates",
        lambda: by_dates(retriever, searched, request.dates, chunks, filters),
    )
    return joined(steps, "all three", [meaning, words, dated], [MEANING, WORDS, DATES])


def joined(
    steps: Steps, which: str, searches: Sequence[Sequence[Hit]], weights: Sequence[float]
) -> list[RankedRecord]:
    """Return the records of several searches, that by meaning first, as one ranking."""
    return steps.take(
        f"Joining the ranks of {which}",
        lambda: with_cosines(fuse(searches, weights), searches[0]),
    )
