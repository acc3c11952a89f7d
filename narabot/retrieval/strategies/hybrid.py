"""Meaning and words, joined by their ranks (decision 0008)."""

from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.operators.words import by_dates, by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

MEANING, WORDS, DATES = 2.0, 1.0, 3.0
"""What the ranks of each search count for (decision 0023); a date counts as the two together."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that both searches together put first.

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
    found, weights = [meaning, words], [MEANING, WORDS]
    if request.dates:
        found.append(
            steps.take(
                "Searching by dates",
                lambda: by_dates(retriever, searched, request.dates, chunks, filters),
            )
        )
        weights.append(DATES)
    return steps.take("Joining their ranks", lambda: with_cosines(fuse(found, weights), meaning))
