"""Meaning and words, joined by their ranks (decision 0008)."""

from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

MEANING, WORDS = 2.0, 1.0
"""What the ranks of each search count for (decision 0023)."""


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
    return steps.take(
        "Joining the ranks of both",
        lambda: with_cosines(fuse([meaning, words], [MEANING, WORDS]), meaning),
    )
