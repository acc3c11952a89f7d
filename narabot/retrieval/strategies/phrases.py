"""From names to texts to names, beside the plain ranking: HippoRAG 2's way (strategies 2.6).

A walk with restarts begins at the names in a request and at the texts that the plain ranking puts
first. So it comes to what a question leaves out: a text that only tells of somebody whom another
text names. Joined with the plain ranking by reciprocal ranks, it can only add.
"""

from collections.abc import Sequence

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.filters import kept_chunks
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse
from narabot.retrieval.operators.phrase_graph import PhraseGraph, phrase_graph
from narabot.retrieval.operators.phrase_walk import Walk, walk
from narabot.retrieval.operators.phrases import PhraseFound, phrases_named
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

DAMPING = 0.5
"""HippoRAG 2's: half of all steps begin anew, so that the walk stays near."""

STARTING = 20
"""Records of the plain ranking at which the walk may begin."""

CHUNK_PRIOR = 0.5
"""What all these count for against all the names in a request."""

PLAIN, WALKED = 1.0, 1.0
"""What the ranks of each count for."""

MOST_WALKED = 100
"""Chunks of a walk that are joined."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that the plain ranking and the walk together put first."""
    steps = Steps()

    def rank() -> list[RankedRecord]:
        plain = hybrid.ranked(retriever, request, budget.chunks, steps)
        named = steps.take(
            "Looking for the names in it",
            lambda: phrases_named(retriever.graph, request.name_tokens),
        )
        first = plain[:STARTING]
        graph = steps.take(
            "Reading names and texts around them",
            lambda: phrase_graph(retriever, named, [one.chunk_id for one in first]),
        )
        walked = steps.take("Walking over them", lambda: walked_over(graph, named, first))
        hits = kept(retriever, request, walked)
        return joined(plain, hits)

    return evidence_of(retriever, request, rank, budget, steps)


def walked_over(
    graph: PhraseGraph, named: Sequence[PhraseFound], first: Sequence[RankedRecord]
) -> Walk:
    """Return a walk from names, and from the first records of a ranking."""
    names = {one.phrase_id: graph.rarity(one) for one in named}
    chunks = {one.chunk_id: one.score for one in first}
    return walk(graph, shared(names, 1.0), shared(chunks, CHUNK_PRIOR), DAMPING)


def shared(priors: dict[str, float], whole: float) -> dict[str, float]:
    """Return priors so that their sum is a whole."""
    total = sum(priors.values()) or 1.0
    return {node: prior * whole / total for node, prior in priors.items()}


def kept(retriever: Retriever, request: ParsedRequest, walked: Walk) -> list[Hit]:
    """Return the chunks that a walk was at most often, those that filters keep."""
    hits = walked.chunks[:MOST_WALKED]
    there = kept_chunks(retriever.graph, request.filters, [one.chunk_id for one in hits])
    return [one for one in hits if one.chunk_id in there]


def joined(plain: Sequence[RankedRecord], walked: Sequence[Hit]) -> list[RankedRecord]:
    """Return both rankings as one."""
    hits = [Hit(one.chunk_id, one.na_id, one.score) for one in plain]
    cosines = {one.na_id: one.meaning for one in plain}
    least = plain[-1].meaning if plain else 0.0
    return [
        RankedRecord(one.na_id, one.chunk_id, one.score, cosines.get(one.na_id, least))
        for one in fuse([hits, walked], [PLAIN, WALKED])
    ]
