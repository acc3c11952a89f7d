"""Vector search alone."""

from narabot.retrieval.operators.evidence import best_evidence
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def search_vectors(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records with the most similar chunks.

    A list also contains only these records because the search does not determine which records
    contain all words.
    """
    steps = Steps()

    def rank() -> list[RankedRecord]:
        text, filters = request.searched.text, request.filters
        hits = steps.take(
            "Running a vector search", lambda: vector_hits(retriever, text, budget.chunks, filters)
        )
        return with_cosines(fuse([hits]), hits)

    return best_evidence(retriever, rank, budget, steps)
