"""HippoRAG 2: extend the hybrid ranking with a walk over names and texts (strategies 2.6).

A walk with restarts begins at the names in a request and at the first texts in the hybrid ranking.
It can reach texts that the question does not mention, such as a text about a person whom another
text names. Rank fusion with the hybrid ranking ensures that the walk only adds records (decision
0036).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from narabot.retrieval.operators.by_id import record_nodes
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.filters import filtered_chunks
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse
from narabot.retrieval.operators.phrase_graph import PhraseGraph, phrase_graph
from narabot.retrieval.operators.phrase_paths import paths_over_texts
from narabot.retrieval.operators.phrase_walk import start_weights, walk
from narabot.retrieval.operators.phrases import PhraseFound, phrases_named
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

DAMPING = 0.5
"""Damping factor of HippoRAG 2: half of all steps restart, so the walk stays near its start."""

CHUNK_PRIOR = 0.05
"""Weight of a record in the hybrid ranking relative to a name that only one record mentions, as in
HippoRAG 2."""

STARTING = 8
"""Number of records in the hybrid ranking from which the walk begins, equal to the number of
records for an answer."""

PLAIN, WALKED = 1.0, 0.5
"""Weights of the two rankings. The first record that the walk adds ranks after the third hybrid
record."""

MOST_WALKED = 100
"""Maximum number of chunks to use from a walk."""


def search_with_phrase_walk(
    retriever: Retriever, request: ParsedRequest, budget: Budget
) -> Evidence:
    """Return the records that rank highest in the hybrid ranking and the walk combined.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    plain = hybrid.ranked(retriever, request, budget.chunks, steps)
    first = plain[:STARTING]
    named = steps.take(
        "Finding the names in the request",
        lambda: phrases_named(retriever.graph, request.name_tokens),
    )
    graph = steps.take(
        "Loading related names and texts",
        lambda: phrase_graph(retriever, named, [one.chunk_id for one in first]),
    )
    added = steps.take(
        "Traversing the graph",
        lambda: within_filters(retriever, request, walked(graph, named, first)),
    )
    evidence = evidence_of(retriever, request, lambda: fused_with_walk(plain, added), budget, steps)
    return replace(
        evidence,
        limitations=(*evidence.limitations, *graph.limitations),
        paths=paths_over_texts(
            graph, named, evidence.passages, partial(record_nodes, retriever.graph)
        ),
    )


def walked(
    graph: PhraseGraph, named: Sequence[PhraseFound], first: Sequence[RankedRecord]
) -> list[Hit]:
    """Return the chunks that a walk from names and from the first records reaches.

    Chunks of the first records are excluded because the walk always visits its start nodes often.
    """
    priors = {one.chunk_id: CHUNK_PRIOR * one.score for one in first}
    began = {one.na_id for one in first}
    found = walk(graph, start_weights(named), priors, DAMPING).chunks
    return [one for one in found if one.na_id not in began][:MOST_WALKED]


def within_filters(retriever: Retriever, request: ParsedRequest, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits that match a request's filters."""
    kept_ids = filtered_chunks(retriever.graph, request.filters, [one.chunk_id for one in hits])
    return [one for one in hits if one.chunk_id in kept_ids]


def fused_with_walk(plain: Sequence[RankedRecord], added: Sequence[Hit]) -> list[RankedRecord]:
    """Return a hybrid ranking and the hits of a walk as one ranking, which includes all hybrid
    records."""
    hits = [Hit(one.chunk_id, one.na_id, one.score) for one in plain]
    cosines = {one.na_id: one.meaning for one in plain}
    least = plain[-1].meaning if plain else 0.0
    return [
        replace(one, meaning=cosines.get(one.na_id, least))
        for one in fuse([hits, added], [PLAIN, WALKED])
    ]
