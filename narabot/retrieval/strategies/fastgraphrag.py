"""fast-graphrag: personalized PageRank from the names in a request to texts.

Scores propagate over the graph of names and the texts that mention them (strategies 2.5). Results
of the hybrid search are not included. If a request contains no names that occur in the texts, the
strategy finds nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from narabot.retrieval.operators.by_id import record_nodes
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrase_graph import NO_NAME, PhraseGraph, phrase_graph
from narabot.retrieval.operators.phrase_paths import paths_over_texts
from narabot.retrieval.operators.phrase_walk import start_weights, walk
from narabot.retrieval.operators.phrases import PhraseFound, near_phrases, phrases_named
from narabot.retrieval.operators.vector import score_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

DAMPING = 0.85
"""Damping factor of PageRank; the walk restarts with a probability of 0.15."""

NEAR = 0.1
"""Weight of a similar name relative to a name in the request."""

MOST_CHUNKS = 200
"""Maximum number of chunks from a walk to score."""


def search_by_pagerank(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that the names in a request lead to, in descending order of their PageRank
    scores.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    named = steps.take(
        "Finding the names in the request",
        lambda: phrases_named(retriever.graph, request.name_tokens),
    )
    near = steps.take(
        "Finding similar names", lambda: near_phrases(retriever, request.searched.text)
    )
    if not named and not near:
        nothing = evidence_of(retriever, request, list, budget, steps)
        return replace(nothing, limitations=(*nothing.limitations, NO_NAME))
    starts = [*named, *(replace(one, similarity=NEAR * max(one.similarity, 0)) for one in near)]
    graph = steps.take(
        "Loading related names and texts", lambda: phrase_graph(retriever, starts, ())
    )
    evidence = evidence_of(
        retriever, request, lambda: ranked(retriever, request, graph, starts, steps), budget, steps
    )
    return replace(
        evidence,
        limitations=(*evidence.limitations, *graph.limitations),
        paths=paths_over_texts(
            graph, named or near, evidence.passages, partial(record_nodes, retriever.graph)
        ),
    )


def ranked(
    retriever: Retriever,
    request: ParsedRequest,
    graph: PhraseGraph,
    starts: Sequence[PhraseFound],
    steps: Steps,
) -> list[RankedRecord]:
    """Return the records that a walk over a graph reaches and that match a request's filters."""
    found = steps.take(
        "Traversing the graph", lambda: walk(graph, start_weights(starts), {}, DAMPING)
    )
    measured = steps.take(
        "Scoring these texts",
        lambda: score_chunks(
            retriever,
            request.searched.text,
            [one.chunk_id for one in found.chunks[:MOST_CHUNKS]],
            request.filters,
        ),
    )
    kept_ids = {one.chunk_id for one in measured}
    hits: list[Hit] = [one for one in found.chunks if one.chunk_id in kept_ids]
    return with_cosines(fuse([hits]), measured)
