"""Full-text search alone."""

from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def search_words(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that match the most words and the rarest words in a request.

    In response to a list request, the records that contain all words in the request come first. The
    vector search only provides cosines, which decide whether an answer is refused. The vector
    search does not affect the ranking.
    """
    steps = Steps()
    rank = partial(ranked, retriever, request, budget.chunks, steps)
    return evidence_of(retriever, request, rank, budget, steps)


def ranked(
    retriever: Retriever, request: ParsedRequest, chunks: int, steps: Steps
) -> list[RankedRecord]:
    """Return all records that the full-text search finds, best first."""
    searched, filters = request.searched, request.filters
    hits = steps.take(
        "Running a full-text search", lambda: full_text_hits(retriever, searched, chunks, filters)
    )
    vector = steps.take(
        "Computing similarities",
        lambda: vector_hits(retriever, searched.text, chunks, filters),
    )
    return with_cosines(fuse([hits]), vector)
