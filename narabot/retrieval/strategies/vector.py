"""Meaning alone."""

from narabot.retrieval.operators.evidence import best_evidence
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records nearest in meaning.

    A list holds just these: which records have all of its words is not known.
    """
    steps = Steps()

    def rank() -> list[RankedRecord]:
        text, filters = request.searched.text, request.filters
        hits = steps.take(
            "Searching by meaning", lambda: by_meaning(retriever, text, budget.chunks, filters)
        )
        return with_cosines(fuse([hits]), hits)

    return best_evidence(retriever, rank, budget, steps)
