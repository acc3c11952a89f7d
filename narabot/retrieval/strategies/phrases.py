"""From names to texts to names, beside the plain ranking: HippoRAG 2's way (strategies 2.6).

A walk with restarts begins at the names in a request and at the texts that the plain ranking puts
first. So it comes to what a question leaves out: a text about somebody whom another text names.
Joined with the plain ranking by reciprocal ranks, it can only add (decision 0036).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from narabot.retrieval.operators.by_id import record_nodes
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.filters import kept_chunks
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse
from narabot.retrieval.operators.phrase_graph import PhraseGraph, phrase_graph
from narabot.retrieval.operators.phrase_paths import paths_over_texts
from narabot.retrieval.operators.phrase_walk import by_rarity, walk
from narabot.retrieval.operators.phrases import PhraseFound, phrases_named
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

DAMPING = 0.5
"""HippoRAG 2's: after half of all steps the walk begins anew, so that it stays near."""

CHUNK_PRIOR = 0.05
"""What a place in the plain ranking counts for against a name that one record has: HippoRAG 2's."""

STARTING = 8
"""Records of the plain ranking at which the walk begins: as many as an answer is drawn from."""

PLAIN, WALKED = 1.0, 0.5
"""What the ranks of each count for: the first that the walk adds comes behind the plain third."""

MOST_WALKED = 100
"""Chunks of a walk that are joined."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that the plain ranking and the walk together put first.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    plain = hybrid.ranked(retriever, request, budget.chunks, steps)
    first = plain[:STARTING]
    named = steps.take(
        "Looking for the names in it", lambda: phrases_named(retriever.graph, request.name_tokens)
    )
    graph = steps.take(
        "Reading names and texts around them",
        lambda: phrase_graph(retriever, named, [one.chunk_id for one in first]),
    )
    added = steps.take(
        "Walking over them", lambda: kept(retriever, request, walked(graph, named, first))
    )
    evidence = evidence_of(retriever, request, lambda: joined(plain, added), budget, steps)
    return replace(
        evidence,
        unseen=(*evidence.unseen, *graph.unseen),
        paths=paths_over_texts(
            graph, named, evidence.passages, partial(record_nodes, retriever.graph)
        ),
    )


def walked(
    graph: PhraseGraph, named: Sequence[PhraseFound], first: Sequence[RankedRecord]
) -> list[Hit]:
    """Return the chunks that a walk from names and from the first records comes to.

    Without those of the first records: that the walk is often where it begins says nothing.
    """
    priors = {one.chunk_id: CHUNK_PRIOR * one.score for one in first}
    began = {one.na_id for one in first}
    found = walk(graph, by_rarity(named), priors, DAMPING).chunks
    return [one for one in found if one.na_id not in began][:MOST_WALKED]


def kept(retriever: Retriever, request: ParsedRequest, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits that filters keep."""
    there = kept_chunks(retriever.graph, request.filters, [one.chunk_id for one in hits])
    return [one for one in hits if one.chunk_id in there]


def joined(plain: Sequence[RankedRecord], added: Sequence[Hit]) -> list[RankedRecord]:
    """Return a ranking and what a walk adds as one; all that the first has is in it."""
    hits = [Hit(one.chunk_id, one.na_id, one.score) for one in plain]
    cosines = {one.na_id: one.meaning for one in plain}
    least = plain[-1].meaning if plain else 0.0
    return [
        replace(one, meaning=cosines.get(one.na_id, least))
        for one in fuse([hits, added], [PLAIN, WALKED])
    ]
