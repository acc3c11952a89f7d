"""By names and by meaning, measured by the stored vectors alone: document 004's third tool.

The document holds that measuring again beats joining ranks (its fourth lesson); `hybrid` joins
ranks, so that evaluating both says who is right.
"""

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning, measured_chunks
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies.vector_search import chunks_naming
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that names, words or meaning find, nearest in meaning first."""
    steps = Steps()
    searched, filters = request.searched, request.filters

    def rank() -> list[RankedRecord]:
        named = chunks_naming(retriever, request, steps)
        meaning = steps.take(
            "Searching by meaning",
            lambda: by_meaning(retriever, searched.text, budget.chunks, filters),
        )
        words = steps.take(
            "Searching by words", lambda: by_words(retriever, searched, budget.chunks, filters)
        )
        found = [*named, *(hit.chunk_id for hit in (*meaning, *words))]
        hits = steps.take(
            "Measuring how near all are",
            lambda: measured_chunks(retriever, searched.text, list(dict.fromkeys(found)), filters),
        )
        return with_cosines(fuse([hits]), hits)

    return evidence_of(retriever, request, rank, budget, steps)
