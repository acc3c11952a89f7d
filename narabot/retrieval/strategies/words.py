"""Words alone."""

from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records with the most of a request's rarest words.

    A list holds all that have all of its words before these. The search by meaning only tells how
    near each record is, by which an answer is refused; it bears on no rank.
    """
    steps = Steps()
    rank = partial(ranked, retriever, request, budget.chunks, steps)
    return evidence_of(retriever, request, rank, budget, steps)


def ranked(
    retriever: Retriever, request: ParsedRequest, chunks: int, steps: Steps
) -> list[RankedRecord]:
    """Return all records that the search by words finds, best first."""
    searched, filters = request.searched, request.filters
    hits = steps.take("Searching by words", lambda: by_words(retriever, searched, chunks, filters))
    meaning = steps.take(
        "Measuring how near they are",
        lambda: by_meaning(retriever, searched.text, chunks, filters),
    )
    return with_cosines(fuse([hits]), meaning)
