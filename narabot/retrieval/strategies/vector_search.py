"""The passages that name what a request names, or what is near to it: document 004's first tool.

One hop: from phrases to the chunks that name them, which are ranked by their nearness to the
request.
"""

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrases import mentions_of, near_phrases, phrases_named
from narabot.retrieval.operators.vector import measured_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that name what a request names or means, nearest in meaning first.

    A list holds all that have all of its words before these.
    """
    steps = Steps()

    def rank() -> list[RankedRecord]:
        chunk_ids = chunks_naming(retriever, request, steps)
        hits = steps.take(
            "Measuring how near these are",
            lambda: measured_chunks(retriever, request.searched.text, chunk_ids, request.filters),
        )
        return with_cosines(fuse([hits]), hits)

    return evidence_of(retriever, request, rank, budget, steps)


def chunks_naming(retriever: Retriever, request: ParsedRequest, steps: Steps) -> list[str]:
    """Return the chunks that name what a request names, or what is near to it, each once."""
    named = steps.take(
        "Looking for the names in it",
        lambda: phrases_named(retriever.graph, request.name_tokens),
    )
    near = steps.take(
        "Looking for names near to it", lambda: near_phrases(retriever, request.searched.text)
    )
    phrase_ids = list(dict.fromkeys(one.phrase_id for one in (*named, *near)))
    mentions = steps.take(
        "Following them to the texts", lambda: mentions_of(retriever.graph, phrase_ids)
    )
    return list(dict.fromkeys(one.chunk_id for one in mentions))
