"""From names in a request along paths to names that may answer it: MiniRAG's way (strategies 2.2).

Its two weights as they are written, over names that stand together in texts. An answer may only be
a name near to a start; each chunk counts by all paths through it. Without a name there is nothing.
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
    damping,
    edge_weights,
    edges_of,
    path_weight,
    paths_from,
    within,
)
from narabot.retrieval.operators.phrase_graph import NO_NAME, phrase_graph
from narabot.retrieval.operators.phrase_paths import paths_over_texts
from narabot.retrieval.operators.request_entities import phrases_meant
from narabot.retrieval.operators.vector import measured_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.answer_classes import answer_classes

ANSWER_HOPS = 2
"""Edges from a start within which an answer may be."""

EDGE_HOPS = 1
"""Around an edge; of a neighbourhood of texts, two are nearly all."""

KEY_CHUNKS, KEY_EDGES = 20, 20
"""Chunks nearest in meaning whose edges may be key, and how many are: the heaviest."""

MOST_CHUNKS = 500
"""That are measured."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that stand on the paths from a request's names with the most weight.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    starts = steps.take(
        "Comparing them with the names in texts",
        lambda: phrases_meant(retriever, request.name_tokens),
    )
    if not starts:
        nothing = evidence_of(retriever, request, list, budget, steps)
        return replace(nothing, unseen=(*nothing.unseen, NO_NAME))
    around = steps.take(
        "Reading names and texts around them", lambda: phrase_graph(retriever, starts, ())
    )
    names = name_graph(around)
    chunk_ids = list(dict.fromkeys(one.chunk_id for one in around.places))[:MOST_CHUNKS]
    measured = steps.take(
        "Measuring how near these are",
        lambda: measured_chunks(retriever, request.searched.text, chunk_ids, request.filters),
    )
    wanted = answer_classes(request.wording.text)
    nearness = {folded_name(one.name): one.similarity for one in starts}
    hits = steps.take(
        "Walking along it", lambda: weighed(names, nearness, names.of_classes(wanted), measured)
    )
    evidence = evidence_of(
        retriever, request, lambda: with_cosines(fuse([hits]), measured), budget, steps
    )
    return replace(
        evidence,
        unseen=(*evidence.unseen, *around.unseen),
        paths=paths_over_texts(
            around, starts, evidence.passages, partial(record_nodes, retriever.graph)
        ),
    )


def weighed(
    names: NameGraph,
    starts: Mapping[str, float],
    fitting: frozenset[str],
    measured: Sequence[Hit],
) -> list[Hit]:
    """Return the chunks on the paths from some names, by the weights of all these paths.

    Of equal ones the nearest in meaning first, as they were measured.
    """
    answers = (within(names.neighbours, starts, ANSWER_HOPS) & fitting) - set(starts)
    paths = paths_from(names.neighbours, list(starts))
    near = {one.chunk_id for one in measured[:KEY_CHUNKS]}
    edges = dict.fromkeys(
        edge for path in paths for edge in edges_of(path) if near & set(names.texts[edge])
    )
    key = key_edges(edge_weights(names.neighbours, edges, list(starts), answers, EDGE_HOPS))
    weights = {
        path: path_weight(path, starts[path[0]], answers, key) * damping(names.neighbours, path)
        for path in paths
    }
    scores = chunk_scores(weights, names.texts, names.own)
    for start, weight in starts.items():  # a path of no edge stands wherever its name does
        for chunk_id in names.said.get(start, ()):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + weight
    found = [replace(one, score=scores[one.chunk_id]) for one in measured if one.chunk_id in scores]
    return sorted(found, key=lambda one: -one.score)


def key_edges(weights: Mapping[Edge, int]) -> frozenset[Edge]:
    """Return the edges with the most weight; of equal ones the first by their names."""
    return frozenset(sorted(weights, key=lambda edge: (-weights[edge], edge))[:KEY_EDGES])
