"""Document 004's third tool: find candidates with name, vector, and full-text searches, and rank
them by their stored vectors.

The document claims that rescoring beats rank fusion (its fourth lesson). `hybrid` uses rank fusion,
so an evaluation of both strategies tests the claim.
"""

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import score_chunks, vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies.vector_search import chunks_naming
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def search_and_rescore(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that a name, full-text, or vector search finds, most similar first."""
    steps = Steps()
    searched, filters = request.searched, request.filters

    def rank() -> list[RankedRecord]:
        named = chunks_naming(retriever, request, steps)
        meaning = steps.take(
            "Running a vector search",
            lambda: vector_hits(retriever, searched.text, budget.chunks, filters),
        )
        words = steps.take(
            "Running a full-text search",
            lambda: full_text_hits(retriever, searched, budget.chunks, filters),
        )
        found = [*named, *(hit.chunk_id for hit in (*meaning, *words))]
        hits = steps.take(
            "Scoring all texts",
            lambda: score_chunks(retriever, searched.text, list(dict.fromkeys(found)), filters),
        )
        return with_cosines(fuse([hits]), hits)

    return evidence_of(retriever, request, rank, budget, steps)
