"""MiniRAG: follow paths from names in a request to names that may be answers (strategies 2.2).

The strategy applies the paper's edge and path weights to a graph that connects the names in a text.
Every path through a chunk adds to its score. Without a known name, the strategy finds nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from narabot.models.knowledge import folded_name
from narabot.retrieval.operators.by_id import record_nodes
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, fuse, with_cosines
from narabot.retrieval.operators.name_graph import NameGraph, name_graph
from narabot.retrieval.operators.name_paths import (
    Edge,
    chunk_scores,
    edge_weights,
    edges_of,
    hub_damping,
    nodes_within,
    path_weight,
    paths_from,
)
from narabot.retrieval.operators.phrase_graph import NO_NAME, phrase_graph
from narabot.retrieval.operators.phrase_paths import paths_over_texts
from narabot.retrieval.operators.request_entities import linked_phrases
from narabot.retrieval.operators.vector import score_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.answer_classes import answer_classes

ANSWER_HOPS = 2
"""Maximum number of edges between a start and an answer."""

EDGE_HOPS = 1
"""Radius around an edge, in edges. A radius of two edges would reach almost every text."""

KEY_CHUNKS, KEY_EDGES = 20, 20
"""Number of most similar chunks whose edges may be key edges, and maximum number of key edges."""

MOST_CHUNKS = 500
"""Maximum number of chunks to score."""


def search_name_paths(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records on the paths with the greatest weights that start at a request's names.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    starts = steps.take(
        "Matching names in the request to names in the texts",
        lambda: linked_phrases(retriever, request.name_tokens),
    )
    if not starts:
        nothing = evidence_of(retriever, request, list, budget, steps)
        return replace(nothing, limitations=(*nothing.limitations, NO_NAME))
    around = steps.take(
        "Loading related names and texts", lambda: phrase_graph(retriever, starts, ())
    )
    names = name_graph(around)
    chunk_ids = list(dict.fromkeys(one.chunk_id for one in around.places))[:MOST_CHUNKS]
    measured = steps.take(
        "Scoring these texts",
        lambda: score_chunks(retriever, request.searched.text, chunk_ids, request.filters),
    )
    wanted = answer_classes(request.wording.text)
    nearness = {folded_name(one.name): one.similarity for one in starts}
    hits = steps.take(
        "Traversing the graph",
        lambda: ranked_chunks(names, nearness, names.of_classes(wanted), measured),
    )
    evidence = evidence_of(
        retriever, request, lambda: with_cosines(fuse([hits]), measured), budget, steps
    )
    return replace(
        evidence,
        limitations=(*evidence.limitations, *around.limitations),
        paths=paths_over_texts(
            around, starts, evidence.passages, partial(record_nodes, retriever.graph)
        ),
    )


def ranked_chunks(
    names: NameGraph,
    starts: Mapping[str, float],
    fitting: frozenset[str],
    measured: Sequence[Hit],
) -> list[Hit]:
    """Return the chunks on the paths from the start names, ranked by the weights of all these
    paths.

    Ties go to the most similar chunk, in the order of `measured`.
    """
    answers = (nodes_within(names.neighbors, starts, ANSWER_HOPS) & fitting) - set(starts)
    paths = paths_from(names.neighbors, list(starts))
    near = {one.chunk_id for one in measured[:KEY_CHUNKS]}
    edges = dict.fromkeys(
        edge for path in paths for edge in edges_of(path) if near & set(names.texts[edge])
    )
    key = key_edges(edge_weights(names.neighbors, edges, list(starts), answers, EDGE_HOPS))
    weights = {
        path: path_weight(path, starts[path[0]], answers, key) * hub_damping(names.neighbors, path)
        for path in paths
    }
    scores = chunk_scores(weights, names.texts, names.own)
    for start, weight in starts.items():  # a path without edges covers all chunks with the name
        for chunk_id in names.chunks_by_name.get(start, ()):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + weight
    found = [replace(one, score=scores[one.chunk_id]) for one in measured if one.chunk_id in scores]
    return sorted(found, key=lambda one: -one.score)


def key_edges(weights: Mapping[Edge, int]) -> frozenset[Edge]:
    """Return the edges with the greatest weights. Ties are ordered by name."""
    return frozenset(sorted(weights, key=lambda edge: (-weights[edge], edge))[:KEY_EDGES])
