"""Document 004's first tool: passages that mention the request's names or similar names.

It follows one hop, from phrases to the chunks that mention them, and ranks these chunks by their
similarity to the request.
"""

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrases import mentions_of, near_phrases, phrases_named
from narabot.retrieval.operators.vector import score_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def search_named_chunks(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that mention names in a request or similar names, most similar first.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()

    def rank() -> list[RankedRecord]:
        chunk_ids = chunks_naming(retriever, request, steps)
        hits = steps.take(
            "Scoring these texts",
            lambda: score_chunks(retriever, request.searched.text, chunk_ids, request.filters),
        )
        return with_cosines(fuse([hits]), hits)

    return evidence_of(retriever, request, rank, budget, steps)


def chunks_naming(retriever: Retriever, request: ParsedRequest, steps: Steps) -> list[str]:
    """Return the chunks that mention names in a request or similar names, without duplicates."""
    named = steps.take(
        "Finding the names in the request",
        lambda: phrases_named(retriever.graph, request.name_tokens),
    )
    near = steps.take(
        "Finding similar names", lambda: near_phrases(retriever, request.searched.text)
    )
    phrase_ids = list(dict.fromkeys(one.phrase_id for one in (*named, *near)))
    mentions = steps.take(
        "Finding texts that mention these names", lambda: mentions_of(retriever.graph, phrase_ids)
    )
    return list(dict.fromkeys(one.chunk_id for one in mentions))
