"""From the names in a request along what texts state of them: the pipeline of document 003.

Query LLM Parser, Knowledge Comparator, Graph Triplets Retriever, Triplets Filter; its QA LLM
Generator is whoever answers, from the passages in which the triplets are stated.
"""

from dataclasses import replace
from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, fuse, with_cosines
from narabot.retrieval.operators.query_parser import parse_query
from narabot.retrieval.operators.request_entities import phrases_meant
from narabot.retrieval.operators.statement_paths import paths_to
from narabot.retrieval.operators.statements import Neighbourhood, read_neighbourhood
from narabot.retrieval.operators.triplets import (
    BOUNDS,
    MIXTURE,
    TRAVERSALS,
    Traversal,
    nearest_triplets,
)
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Cost, Evidence, Find, Steps
from narabot.understanding import ParsedRequest

NEAREST = 40
"""Chunks near to the request whose statements are read."""

CUT = f"What is stated beyond the first {BOUNDS.nodes} names and statements on the way."

OTHERS = tuple(name for name in TRAVERSALS if name != MIXTURE)
"""Traversals that are chosen as `triplets:<name>`."""


def walking(traversal: str) -> Find:
    """Return the strategy with a traversal instead of the mixture of several."""
    return partial(find, walk=TRAVERSALS[traversal])


def find(
    retriever: Retriever,
    request: ParsedRequest,
    budget: Budget,
    walk: Traversal = TRAVERSALS[MIXTURE],
) -> Evidence:
    """Return the records that state what is nearest to a request around the names in it.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    parsed = steps.take(
        "Reading the names in it",
        lambda: parse_query(retriever.language_model, request.name_tokens.text),
    )
    around = read_around(retriever, request, parsed.entities, budget, steps)
    walked = steps.take("Walking along it", lambda: walk(around))
    kept = steps.take(
        "Keeping what is nearest to it",
        lambda: nearest_triplets(retriever, around, walked, request.filters),
    )
    hits = [Hit(one.chunk_id, one.na_id, one.closeness) for one in kept]
    evidence = evidence_of(
        retriever, request, lambda: with_cosines(fuse([hits]), hits), budget, steps
    )
    return replace(
        evidence,
        unseen=(
            *evidence.unseen,
            *parsed.unread,
            *around.unfollowed,
            *((CUT,) if walked.is_cut else ()),
        ),
        paths=paths_to(around, kept, evidence.passages),
        cost=Cost(model_calls=parsed.calls),
    )


def read_around(
    retriever: Retriever,
    request: ParsedRequest,
    entities: tuple[str, ...] | None,
    budget: Budget,
    steps: Steps,
) -> Neighbourhood:
    """Return what is stated around the names in a request, and in the chunks nearest to it."""
    starts = steps.take(
        "Comparing them with the names in texts",
        lambda: phrases_meant(retriever, request.name_tokens, entities),
    )
    text = request.searched.text
    hits = steps.take(
        "Searching by meaning",
        lambda: by_meaning(retriever, text, budget.chunks, request.filters)[:NEAREST],
    )
    vector = retriever.embeddings.embed_query(text)
    return steps.take(
        "Reading what is stated around them",
        lambda: read_neighbourhood(retriever.graph, starts, hits, vector),
    )
