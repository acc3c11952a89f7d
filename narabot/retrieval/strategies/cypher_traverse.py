"""Document 004's second tool (VectorCypher): a vector search that then follows relations.

The strategy traverses up to three hops between names, and collects the passages of all steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrases import (
    PhraseFound,
    mentions_in,
    mentions_of,
    near_phrases,
    phrases_named,
)
from narabot.retrieval.operators.related_names import (
    ReachedName,
    follow_relations,
    nearest_name_by_chunk,
    paths_to_passages,
)
from narabot.retrieval.operators.vector import score_chunks, vector_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

NEAR_ENOUGH = 0.7
"""Minimum cosine of a similar result, as a share of the best cosine. The value of 0.5 in the
reference implementation suits that implementation's model, whose cosines vary more. With 0.7, the
tenth chunk for a typical request in `benchmarks/validation` still qualifies."""

MOST_NEAR = 10
"""Number of chunks whose names start the traversal, as in the reference implementation."""

MOST_CHUNKS = 50
"""Maximum number of chunks to read per name."""

HOP_DAMPING = 0.9
"""Factor by which each hop reduces a passage's cosine."""


def search_related_names(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return records, most similar first, that resemble a request or share its names' relations.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    text, graph = request.searched.text, retriever.graph
    near = steps.take(
        "Running a vector search",
        lambda: near_enough(vector_hits(retriever, text, budget.chunks, request.filters)),
    )
    request_names = steps.take(
        "Finding the names in the request", lambda: names_in_request(retriever, request)
    )
    nearby_names = steps.take(
        "Finding the names in these texts", lambda: names_in_chunks_near(retriever, near)
    )
    reached = steps.take(
        "Following relations", lambda: follow_relations(graph, request_names, nearby_names)
    )
    mentions = steps.take(
        "Finding texts that mention these names",
        lambda: mentions_of(graph, reached.narrow, MOST_CHUNKS),
    )
    name_by_chunk = nearest_name_by_chunk(reached, mentions)
    chunk_ids = [one.chunk_id for one in near] + list(name_by_chunk)

    def rank() -> list[RankedRecord]:
        hits = steps.take(
            "Scoring these texts",
            lambda: score_chunks(retriever, text, list(dict.fromkeys(chunk_ids)), request.filters),
        )
        return with_cosines(fuse([by_hops(hits, near, name_by_chunk)]), hits)

    evidence = evidence_of(retriever, request, rank, budget, steps)
    return replace(
        evidence,
        limitations=(*evidence.limitations, *reached.unfollowed),
        paths=paths_to_passages(name_by_chunk, evidence.passages),
    )


def near_enough(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits whose cosine is close to the best cosine."""
    least = NEAR_ENOUGH * max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score >= least]


def names_in_request(retriever: Retriever, request: ParsedRequest) -> list[PhraseFound]:
    """Return the names that a request mentions and names that are similar to the request."""
    near = near_phrases(retriever, request.searched.text)
    least = NEAR_ENOUGH * max((one.similarity for one in near), default=0.0)
    named = phrases_named(retriever.graph, request.name_tokens)
    return [*named, *(one for one in near if one.similarity >= least)]


def names_in_chunks_near(retriever: Retriever, near: Sequence[Hit]) -> list[PhraseFound]:
    """Return the names in the most similar chunks, except names that occur in too many records."""
    chunk_ids = [hit.chunk_id for hit in near[:MOST_NEAR]]
    return [phrase for phrase, _ in mentions_in(retriever.graph, chunk_ids)]


def by_hops(
    hits: Sequence[Hit], near: Sequence[Hit], name_by_chunk: Mapping[str, ReachedName]
) -> list[Hit]:
    """Return hits ordered by their cosines. Each hop that leads to a hit reduces the hit's cosine.

    Each hop relies on a sentence by a different author, so distant texts are less likely to be
    relevant.
    """
    at_once = {hit.chunk_id for hit in near}

    def score(hit: Hit) -> float:
        hops = 0 if hit.chunk_id in at_once else name_by_chunk[hit.chunk_id].hops
        return hit.score * HOP_DAMPING**hops

    return sorted(hits, key=lambda hit: (-score(hit), hit.chunk_id))
