"""From the names in a request, and names near to it, by PageRank to texts: fast-graphrag's way.

What it propagates over is the graph of names and the texts that say them (strategies 2.5). What
the plain search finds is not among it: without a name there is nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from narabot.retrieval.operators.by_id import record_nodes
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrase_graph import NO_NAME, PhraseGraph, phrase_graph
from narabot.retrieval.operators.phrase_paths import paths_over_texts
from narabot.retrieval.operators.phrase_walk import by_rarity, walk
from narabot.retrieval.operators.phrases import PhraseFound, near_phrases, phrases_named
from narabot.retrieval.operators.vector import measured_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

DAMPING = 0.85
"""PageRank's own: the walk begins anew with .15."""

NEAR = 0.1
"""What a name that is only near counts for against one that is said."""

MOST_CHUNKS = 200
"""Of a walk that are measured."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records to which the names in a request lead, those that they lead to most first.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    named = steps.take(
        "Looking for the names in it", lambda: phrases_named(retriever.graph, request.name_tokens)
    )
    near = steps.take(
        "Looking for names near to it", lambda: near_phrases(retriever, request.searched.text)
    )
    if not named and not near:
        nothing = evidence_of(retriever, request, list, budget, steps)
        return replace(nothing, unseen=(*nothing.unseen, NO_NAME))
    starts = [*named, *(replace(one, similarity=NEAR * max(one.similarity, 0)) for one in near)]
    graph = steps.take(
        "Reading names and texts around them", lambda: phrase_graph(retriever, starts, ())
    )
    evidence = evidence_of(
        retriever, request, lambda: ranked(retriever, request, graph, starts, steps), budget, steps
    )
    return replace(
        evidence,
        unseen=(*evidence.unseen, *graph.unseen),
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
    """Return the records that a walk over a graph comes to, within a request's filters."""
    found = steps.take("Walking over them", lambda: walk(graph, by_rarity(starts), {}, DAMPING))
    measured = steps.take(
        "Measuring how near these are",
        lambda: measured_chunks(
            retriever,
            request.searched.text,
            [one.chunk_id for one in found.chunks[:MOST_CHUNKS]],
            request.filters,
        ),
    )
    there = {one.chunk_id for one in measured}
    hits: list[Hit] = [one for one in found.chunks if one.chunk_id in there]
    return with_cosines(fuse([hits]), measured)
