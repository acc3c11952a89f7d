"""Hybrid search: vector search, full-text search, and date search, combined by rank fusion
(decisions 0008 and 0025)."""

from collections.abc import Sequence
from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import (
    FULL_TEXT_WEIGHT,
    VECTOR_WEIGHT,
    Hit,
    RankedRecord,
    fuse,
    with_cosines,
)
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.operators.words import date_hits, full_text_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

DATE_WEIGHT = VECTOR_WEIGHT + FULL_TEXT_WEIGHT
"""Weight of the ranks from the date search (decision 0023): as much as the other two searches
together."""


def search_hybrid(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that rank highest after fusing the ranks from the searches.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    rank = partial(ranked, retriever, request, budget.chunks, steps)
    return evidence_of(retriever, request, rank, budget, steps)


def ranked(
    retriever: Retriever, request: ParsedRequest, chunks: int, steps: Steps
) -> list[RankedRecord]:
    """Return all records that the searches find for a request, best first."""
    searched, filters = request.searched, request.filters
    vector = steps.take(
        "Running a vector search", lambda: vector_hits(retriever, searched.text, chunks, filters)
    )
    words = steps.take(
        "Running a full-text search", lambda: full_text_hits(retriever, searched, chunks, filters)
    )
    if not request.dates:
        return fused(steps, "both searches", [vector, words], [VECTOR_WEIGHT, FULL_TEXT_WEIGHT])
    dated = steps.take(
        "Searching by date",
        lambda: date_hits(retriever, searched, request.dates, chunks, filters),
    )
    return fused(
        steps,
        "all three searches",
        [vector, words, dated],
        [VECTOR_WEIGHT, FULL_TEXT_WEIGHT, DATE_WEIGHT],
    )


def fused(
    steps: Steps, which: str, searches: Sequence[Sequence[Hit]], weights: Sequence[float]
) -> list[RankedRecord]:
    """Return the records from several searches as one ranking. The vector search must come
    first."""
    return steps.take(
        f"Fusing the ranks from {which}",
        lambda: with_cosines(fuse(searches, weights), searches[0]),
    )
