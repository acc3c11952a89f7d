"""Document 003's pipeline: from the names in a request to the statements around them.

Its stages are Query LLM Parser, Knowledge Comparator, Graph Triplets Retriever, and Triplets
Filter. The caller replaces the pipeline's QA LLM Generator and answers from the passages that state
the triplets.
"""

from dataclasses import replace
from functools import partial

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, fuse, with_cosines
from narabot.retrieval.operators.query_parser import parse_query
from narabot.retrieval.operators.request_entities import linked_phrases
from narabot.retrieval.operators.statement_paths import paths_to
from narabot.retrieval.operators.statements import StatementGraph, read_statement_graph
from narabot.retrieval.operators.triplets import (
    BOUNDS,
    MIXTURE,
    TRAVERSALS,
    Traversal,
    nearest_triplets,
)
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Cost, Evidence, SearchFunction, Steps
from narabot.understanding import ParsedRequest

NEAREST = 40
"""Number of similar chunks whose statements are read."""

WALK_LIMITED = f"The walk was limited to {BOUNDS.nodes} names and statements."

TRAVERSAL_NAMES = tuple(name for name in TRAVERSALS if name != MIXTURE)
"""Traversals that are available as `triplets:<name>`."""


def with_traversal(traversal: str) -> SearchFunction:
    """Return the strategy with one traversal in place of the mixture."""
    return partial(search_statements, walk=TRAVERSALS[traversal])


def search_statements(
    retriever: Retriever,
    request: ParsedRequest,
    budget: Budget,
    walk: Traversal = TRAVERSALS[MIXTURE],
) -> Evidence:
    """Return the records that state the triplets around a request's names. Only the triplets most
    similar to the request are used.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    parsed = steps.take(
        "Extracting names from the request",
        lambda: parse_query(retriever.language_model, request.name_tokens.text),
    )
    around = read_around(retriever, request, parsed.entities, budget, steps)
    walked = steps.take("Traversing the graph", lambda: walk(around))
    kept = steps.take(
        "Keeping the most similar triplets",
        lambda: nearest_triplets(retriever, around, walked, request.filters),
    )
    hits = [Hit(one.chunk_id, one.na_id, one.closeness) for one in kept]
    evidence = evidence_of(
        retriever, request, lambda: with_cosines(fuse([hits]), hits), budget, steps
    )
    return replace(
        evidence,
        limitations=(
            *evidence.limitations,
            *parsed.unread,
            *around.unfollowed,
            *((WALK_LIMITED,) if walked.is_cut else ()),
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
) -> StatementGraph:
    """Return the statements around the names in a request and in the most similar chunks."""
    starts = steps.take(
        "Matching names in the request to names in the texts",
        lambda: linked_phrases(retriever, request.name_tokens, entities),
    )
    text = request.searched.text
    hits = steps.take(
        "Running a vector search",
        lambda: vector_hits(retriever, text, budget.chunks, request.filters)[:NEAREST],
    )
    vector = retriever.embeddings.embed_query(text)
    return steps.take(
        "Loading related statements",
        lambda: read_statement_graph(retriever.graph, starts, hits, vector),
    )
